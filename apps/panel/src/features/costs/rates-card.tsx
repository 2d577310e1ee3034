import type { Rate } from '@prosa/contract/entities/reports/cost'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { formatDay, getLocalToday } from '../../shared/formatting/civil-day.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'
import { formatRate } from './format-rate.ts'
import { getRateTimeline, listPricedItems, type PricedItem } from './priced-items.ts'
import { ratesQuery } from './queries.ts'

const [RateDialog, preloadRateDialog] = lazyComponent(() => import('./rate-dialog.tsx'))

function RateRow({
  item,
  rates,
  today,
  onEdit,
}: {
  item: PricedItem
  rates: readonly Rate[]
  today: string
  onEdit: () => void
}) {
  const { current, next } = getRateTimeline(rates, item, today)
  return (
    <li className="flex items-center gap-3 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-ui">{item.label}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-meta tabular">
          {current ? (
            <span>
              <span className="text-ink-2">{formatRate(current)}</span> {item.unit}, desde {formatDay(current.valid_from)}
            </span>
          ) : (
            <span>{item.noPriceLabel}</span>
          )}
          {current?.to_check && <Badge tone="waiting">a conferir</Badge>}
        </p>
        {next && (
          <p className="text-ink-3 text-meta tabular">
            A partir de {formatDay(next.valid_from)}: {formatRate(next)}
          </p>
        )}
      </div>
      <Button aria-label={`Mudar ${item.label}`} onPointerEnter={preloadRateDialog} onFocus={preloadRateDialog} onClick={onEdit}>
        Mudar
      </Button>
    </li>
  )
}

/** Card with the current prices of all items. Hidden if the server does not support prices. */
export default function RatesCard() {
  const query = useQuery(ratesQuery())
  const [editing, setEditing] = useState<PricedItem | null>(null)
  const [today] = useState(getLocalToday)
  const { data, error } = query
  if (isNotImplemented(error)) return null
  return (
    <Card
      title="Custos"
      description="Os preços com que as mensagens, as respostas e as transcrições são contadas. Confira os que vieram com o Prosa na sua conta da Meta."
    >
      {!data && !error && <Skeleton className="h-64" />}
      {!data && error && <LoadError query={query} message="Não foi possível buscar os preços." />}
      {data && (
        <ul aria-label="Preços em vigor">
          {listPricedItems(data.rates, data.models).map((item) => (
            <RateRow
              key={`${item.subject} ${item.name}`}
              item={item}
              rates={data.rates}
              today={today}
              onEdit={() => setEditing(item)}
            />
          ))}
        </ul>
      )}
      {data && editing && (
        <Suspense>
          <RateDialog item={editing} rates={data.rates} today={today} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Card>
  )
}
