import type { Currency, DatedRate, Rate } from '@prosa/contract/entities/reports/cost'
import { type FormEvent, useState } from 'react'
import { formatDay } from '../../shared/formatting/civil-day.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Select } from '../../shared/ui/inputs/select.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'
import { formatRate } from './format-rate.ts'
import { filterOwnRates, getRateTimeline, type PricedItem, parsePrice } from './priced-items.ts'
import { useSetRates } from './queries.ts'

const CURRENCIES = [
  { value: 'BRL', label: 'Reais (R$)' },
  { value: 'USD', label: 'Dólares (US$)' },
]
const INVALID_PRICE_MESSAGE = 'Escreva um valor, como 0,035.'
const INVALID_COUNT_MESSAGE = 'Escreva um número inteiro.'
const MISSING_DAY_MESSAGE = 'Escolha o dia.'

const isSameRate = (a: DatedRate, b: DatedRate) => a.subject === b.subject && a.name === b.name && a.valid_from === b.valid_from

interface RateDialogProps {
  item: PricedItem
  rates: readonly Rate[]
  today: string
  onClose: () => void
}

/** Dialog with the past, current and future prices of an item, and a form for a new price that is valid from a given day. */
export default function RateDialog({ item, rates, today, onClose }: RateDialogProps) {
  const { subject, name, label, unit } = item
  const { itemRates, current } = getRateTimeline(rates, item, today)
  const isCount = subject === 'free_messages'
  const hasCurrency = !isCount && subject !== 'dollar'
  const [priceText, setPriceText] = useState('')
  const [currency, setCurrency] = useState<Currency>(current?.currency ?? 'BRL')
  const [validFrom, setValidFrom] = useState(today)
  const [fieldErrors, setFieldErrors] = useState<{ price?: string; from?: string }>({})
  const ratesMutation = useSetRates()
  const ownRates = filterOwnRates(rates)

  const save = (event: FormEvent) => {
    event.preventDefault()
    const price = parsePrice(priceText)
    const rate = { subject, name, currency: hasCurrency ? currency : 'BRL', price: price ?? 0, valid_from: validFrom } as const
    const isPrice = price !== null && (!isCount || Number.isInteger(price))
    const problems = {
      ...(isPrice ? {} : { price: isCount ? INVALID_COUNT_MESSAGE : INVALID_PRICE_MESSAGE }),
      ...(validFrom === '' ? { from: MISSING_DAY_MESSAGE } : {}),
    }
    setFieldErrors(problems)
    // A price that is valid from the same day is replaced.
    const others = ownRates.filter((existing) => !isSameRate(existing, rate))
    if (Object.keys(problems).length === 0) ratesMutation.mutate([...others, rate], { onSuccess: onClose })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={label} description={unit}>
      {itemRates.length > 0 && (
        <ul aria-label="Preços" className="mb-5 border-line border-b">
          {itemRates.map((rate) => (
            <li key={rate.valid_from} className="flex min-h-11 items-center gap-3 border-line border-t py-1.5 text-ui tabular">
              <span className="min-w-0 flex-1">
                <span className={rate === current ? 'font-semibold' : ''}>{formatRate(rate)}</span>
                <span className="text-ink-3"> desde {formatDay(rate.valid_from)}</span>
              </span>
              {rate.to_check ? (
                <Badge tone="waiting">a conferir</Badge>
              ) : (
                <Button
                  variant="ghost"
                  aria-label={`Remover ${formatRate(rate)} desde ${formatDay(rate.valid_from)}`}
                  disabled={ratesMutation.isPending}
                  onClick={() => ratesMutation.mutate(ownRates.filter((existing) => !isSameRate(existing, rate)))}
                >
                  Remover
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <div className={hasCurrency ? 'grid gap-4 sm:grid-cols-2' : ''}>
          <TextField
            label={isCount ? 'Quantidade' : 'Novo preço'}
            inputMode="decimal"
            autoComplete="off"
            value={priceText}
            error={fieldErrors.price}
            onChange={({ target }) => setPriceText(target.value)}
          />
          {hasCurrency && (
            <Select
              label="Moeda"
              options={CURRENCIES}
              value={currency}
              onChange={({ target }) => setCurrency(target.value === 'USD' ? 'USD' : 'BRL')}
            />
          )}
        </div>
        <TextField
          label="Vale a partir de"
          type="date"
          value={validFrom}
          error={fieldErrors.from}
          description="O que já foi contado não muda."
          className="tabular"
          onChange={({ target }) => setValidFrom(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" busy={ratesMutation.isPending}>
            {ratesMutation.isPending ? 'Salvando...' : 'Salvar'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
