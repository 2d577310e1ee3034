import type { Passage, Product } from '@prosa/contract/entities/agents/knowledge'
import type { ReactNode } from 'react'
import { formatDay, getLocalToday } from '../../formatting/civil-day.ts'
import { cx } from '../cx.ts'

const moneyFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Shows the price of a product and its last valid day. After that day agents do not mention the price (KNOW-11). */
function Price({ product: { price_cents, valid_until } }: { product: Product }) {
  const isPast = valid_until !== null && valid_until < getLocalToday()
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-meta tabular">
      <span className={isPast ? 'text-ink-3 line-through' : 'font-semibold text-ink'}>
        {price_cents === null ? 'Sem preço' : moneyFormat.format(price_cents / 100)}
      </span>
      {valid_until && (
        <span className={isPast ? 'font-semibold text-ipe' : 'text-ink-3'}>
          {isPast ? `Preço vencido em ${formatDay(valid_until)}: não é dito` : `válido até ${formatDay(valid_until)}`}
        </span>
      )}
    </p>
  )
}

interface PassageCardProps {
  passage: Passage
  /** Whether to show the name of the knowledge source, for lists with passages of several sources. */
  showsSource?: boolean
  aside?: ReactNode
}

/** Card of a knowledge passage, with its text, its position in the knowledge source and optionally the source's name. */
export function PassageCard({
  passage: { source, place, text, question, product },
  showsSource = false,
  aside,
}: PassageCardProps) {
  // If `aside` is shown beside the title, the position is shown on that line.
  const placeIsAbove = Boolean(aside) && !showsSource && place !== null
  return (
    <article className="relative rounded-card rounded-tl-speaker border border-line bg-bg px-4 py-3">
      {(showsSource || aside) && (
        <header className="mb-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p
            className={cx(
              'wrap-anywhere min-w-0 text-meta first-letter:uppercase',
              showsSource ? 'font-semibold text-ink-2' : 'text-ink-3',
            )}
          >
            {showsSource ? source : place}
          </p>
          {aside}
        </header>
      )}
      {question && <p className="wrap-anywhere font-semibold text-ui">{question}</p>}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ui">
        {text}
      </p>
      {product && <Price product={product} />}
      {place && !placeIsAbove && <p className="wrap-anywhere mt-1 text-ink-3 text-meta first-letter:uppercase">{place}</p>}
    </article>
  )
}
