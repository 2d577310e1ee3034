import { BUDGET_LIMIT_ACTIONS, type Budget, budgetLimit } from '@prosa/contract/entities/reports/cost'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { formatCostSum, formatOpenCosts, formatPrice } from '../../shared/formatting/format-money.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { QuotaMeter } from '../../shared/ui/feedback/quota-meter.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Select } from '../../shared/ui/inputs/select.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'
import { AT_LIMIT_TEXTS, getBudgetWarning } from './budget-texts.ts'
import { parsePrice } from './priced-items.ts'
import { budgetQuery, useSetBudget } from './queries.ts'

const MICROS_PER_REAL = 1_000_000
const INVALID_AMOUNT_MESSAGE = 'Escreva um valor em reais, como 500 ou 499,90.'
const AT_LIMIT_OPTIONS = BUDGET_LIMIT_ACTIONS.map((value) => ({ value, label: AT_LIMIT_TEXTS[value].label }))

const formatLimitInput = (brl: number | null): string => (brl === null ? '' : formatPrice(brl, 'BRL').replace(/^R\$\s*/, ''))

/** Parses a typed amount in reais. Returns null for an empty text and undefined for an invalid one. */
function parseLimit(limitText: string): number | null | undefined {
  if (limitText.trim() === '') return null
  const brl = parsePrice(limitText)
  return brl !== null && budgetLimit.shape.brl_month.safeParse(brl).success ? brl : undefined
}

function SpentAmount({ budget }: { budget: Budget }) {
  const { spent, brl_month } = budget
  const openCosts = formatOpenCosts(spent)
  const notice = getBudgetWarning(budget)
  const usedFraction = brl_month === null ? 0 : spent.micro_brl / (brl_month * MICROS_PER_REAL)
  return (
    <div className="mb-5">
      <p className="text-ui tabular">
        <span className="font-semibold">{formatCostSum(spent)}</span>
        {brl_month !== null && ` de ${formatPrice(brl_month, 'BRL')}`}
        <span className="text-ink-3"> neste mês</span>
      </p>
      {brl_month !== null && (
        <QuotaMeter label="Parte do limite já usada" fraction={usedFraction} isBelowWarning={budget.state === 'under'} />
      )}
      {openCosts && <p className="mt-1 text-ink-3 text-meta tabular">{openCosts}</p>}
      {notice && (
        <p role="status" className="mt-2 text-ui">
          {notice}
        </p>
      )}
    </div>
  )
}

function LimitForm({ budget }: { budget: Budget }) {
  const [limitText, setLimitText] = useState(formatLimitInput(budget.brl_month))
  const [atLimit, setAtLimit] = useState(budget.at_limit)
  const [isInvalid, setInvalid] = useState(false)
  const budgetMutation = useSetBudget()
  const newLimit = parseLimit(limitText)
  const isUnchanged = newLimit === budget.brl_month && atLimit === budget.at_limit

  const save = (event: FormEvent) => {
    event.preventDefault()
    setInvalid(newLimit === undefined)
    if (newLimit !== undefined) budgetMutation.mutate({ brl_month: newLimit, at_limit: atLimit })
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <TextField
        label="Limite por mês, em reais"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Sem limite"
        description="Deixe vazio para não limitar. O que as pessoas enviam não conta."
        value={limitText}
        error={isInvalid ? INVALID_AMOUNT_MESSAGE : undefined}
        className="tabular"
        onChange={({ target }) => setLimitText(target.value)}
      />
      <Select
        label="Ao chegar no limite"
        options={AT_LIMIT_OPTIONS}
        description={`${AT_LIMIT_TEXTS[atLimit].description} Um lead em perigo é sempre atendido.`}
        value={atLimit}
        onChange={({ target }) => setAtLimit(BUDGET_LIMIT_ACTIONS.find((value) => value === target.value) ?? 'save')}
      />
      <Button type="submit" className="self-start" busy={budgetMutation.isPending} disabled={isUnchanged}>
        {budgetMutation.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
    </form>
  )
}

/** Card of the agents' monthly budget. Hidden if the server does not support budgets. */
export default function BudgetCard() {
  const query = useQuery(budgetQuery())
  const { data, error } = query
  if (isNotImplemented(error)) return null
  return (
    <Card title="Limite do mês" description="Quanto os agentes podem custar por mês, e o que acontece quando chegam lá.">
      {!data && !error && <Skeleton className="h-48" />}
      {!data && error && <LoadError query={query} message="Não foi possível buscar o limite." />}
      {data && (
        <>
          <SpentAmount budget={data} />
          <LimitForm key={`${data.brl_month} ${data.at_limit}`} budget={data} />
        </>
      )}
    </Card>
  )
}
