import { AT_LIMIT, type Budget, budgetLimit } from '@prosa/contract/entities/cost'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isMissing } from '../../shared/api/missing.ts'
import { openText, priceText, sumText } from '../../shared/lib/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { TextField } from '../../shared/ui/text-field.tsx'
import { AT_LIMIT_WORDS, budgetNotice } from './budget-words.ts'
import { budgetQuery, useSetBudget } from './queries.ts'
import { readPrice } from './rates.ts'

const MICRO = 1_000_000
const WRONG = 'Escreva um valor em reais, como 500 ou 499,90.'
const OPTIONS = AT_LIMIT.map((value) => ({ value, label: AT_LIMIT_WORDS[value].label }))

const typedOf = (brl: number | null): string => (brl === null ? '' : priceText(brl, 'BRL').replace(/^R\$\s*/, ''))

/** Parses an amount in reais. Returns null if empty, undefined if invalid. */
function readLimit(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const brl = readPrice(typed)
  return brl !== null && budgetLimit.shape.brl_month.safeParse(brl).success ? brl : undefined
}

/** Amount used this month. */
function Spent({ budget }: { budget: Budget }) {
  const { spent, brl_month } = budget
  const open = openText(spent)
  const notice = budgetNotice(budget)
  const part = brl_month === null ? 0 : spent.micro_brl / (brl_month * MICRO)
  return (
    <div className="mb-5">
      <p className="text-ui tabular">
        <span className="font-semibold">{sumText(spent)}</span>
        {brl_month !== null && ` de ${priceText(brl_month, 'BRL')}`}
        <span className="text-ink-3"> neste mês</span>
      </p>
      {brl_month !== null && <Meter label="Parte do limite já usada" part={part} isCalm={budget.state === 'under'} />}
      {open && <p className="mt-1 text-ink-3 text-meta tabular">{open}</p>}
      {notice && (
        <p role="status" className="mt-2 text-ui">
          {notice}
        </p>
      )}
    </div>
  )
}

function Limit({ budget }: { budget: Budget }) {
  const [typed, setTyped] = useState(typedOf(budget.brl_month))
  const [atLimit, setAtLimit] = useState(budget.at_limit)
  const [isWrong, setWrong] = useState(false)
  const setting = useSetBudget()
  const wanted = readLimit(typed)
  const isSame = wanted === budget.brl_month && atLimit === budget.at_limit

  const save = (event: FormEvent) => {
    event.preventDefault()
    setWrong(wanted === undefined)
    if (wanted !== undefined) setting.mutate({ brl_month: wanted, at_limit: atLimit })
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <TextField
        label="Limite por mês, em reais"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Sem limite"
        description="Deixe vazio para não limitar. O que as pessoas enviam não conta."
        value={typed}
        error={isWrong ? WRONG : undefined}
        className="tabular"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Select
        label="Ao chegar no limite"
        options={OPTIONS}
        description={`${AT_LIMIT_WORDS[atLimit].means} Um lead em perigo é sempre atendido.`}
        value={atLimit}
        onChange={({ target }) => setAtLimit(AT_LIMIT.find((value) => value === target.value) ?? 'save')}
      />
      <Button type="submit" className="self-start" busy={setting.isPending} disabled={isSame}>
        {setting.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
    </form>
  )
}

/** Monthly budget of the agents. Hidden if the provider has none. */
export default function BudgetCard() {
  const query = useQuery(budgetQuery())
  const { data, error } = query
  if (isMissing(error)) return null
  return (
    <Card title="Limite do mês" description="Quanto os agentes podem custar por mês, e o que acontece quando chegam lá.">
      {!data && !error && <Skeleton className="h-48" />}
      {!data && error && <LoadFailed query={query} words="Não foi possível buscar o limite." />}
      {data && (
        <>
          <Spent budget={data} />
          <Limit key={`${data.brl_month} ${data.at_limit}`} budget={data} />
        </>
      )}
    </Card>
  )
}
