import type { Rate } from '@prosa/contract/entities/cost'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isMissing } from '../../shared/api/missing.ts'
import { dayText, todayHere } from '../../shared/lib/civil-day.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ratesQuery } from './queries.ts'
import { rateText } from './rate-text.ts'
import { type Priced, pricedThings, timesOf } from './rates.ts'

const [RateDialog, prepareDialog] = latePart(() => import('./rate-dialog.tsx'))

function RateRow({ thing, rates, today, onEdit }: { thing: Priced; rates: readonly Rate[]; today: string; onEdit: () => void }) {
  const { now, next } = timesOf(rates, thing, today)
  return (
    <li className="flex items-center gap-3 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-ui">{thing.label}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-meta tabular">
          {now ? (
            <span>
              <span className="text-ink-2">{rateText(now)}</span> {thing.unit}, desde {dayText(now.valid_from)}
            </span>
          ) : (
            <span>{thing.without}</span>
          )}
          {now?.to_check && <Badge tone="waiting">a conferir</Badge>}
        </p>
        {next && (
          <p className="text-ink-3 text-meta tabular">
            A partir de {dayText(next.valid_from)}: {rateText(next)}
          </p>
        )}
      </div>
      <Button aria-label={`Mudar ${thing.label}`} onPointerEnter={prepareDialog} onFocus={prepareDialog} onClick={onEdit}>
        Mudar
      </Button>
    </li>
  )
}

/** Current prices of all items. Hidden if the provider has none. */
export default function RatesCard() {
  const query = useQuery(ratesQuery())
  const [editing, setEditing] = useState<Priced | null>(null)
  const [today] = useState(todayHere)
  const { data, error } = query
  if (isMissing(error)) return null
  return (
    <Card
      title="Custos"
      description="Os preços com que as mensagens, as respostas e as transcrições são contadas. Confira os que vieram com o Prosa na sua conta da Meta."
    >
      {!data && !error && <Skeleton className="h-64" />}
      {!data && error && <LoadFailed query={query} words="Não foi possível buscar os preços." />}
      {data && (
        <ul aria-label="Preços em vigor">
          {pricedThings(data.rates, data.models).map((thing) => (
            <RateRow
              key={`${thing.subject} ${thing.name}`}
              thing={thing}
              rates={data.rates}
              today={today}
              onEdit={() => setEditing(thing)}
            />
          ))}
        </ul>
      )}
      {data && editing && (
        <Suspense>
          <RateDialog thing={editing} rates={data.rates} today={today} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Card>
  )
}
