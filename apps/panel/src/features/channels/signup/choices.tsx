import { type Agent, agentTypeLabel } from '@prosa/contract/entities/agent'
import type { HistoryDays } from '@prosa/contract/entities/whatsapp-signup'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { Select } from '../../../shared/ui/select.tsx'
import { type Begun, Refusal } from './progress.tsx'
import { useBeginSignup } from './queries.ts'

const MODES = [
  { value: 'coexistence', label: 'Continuo usando no celular' },
  { value: 'api', label: 'Só na Prosa' },
] as const
const PASTS: readonly { value: HistoryDays; label: string }[] = [
  { value: 180, label: '180 dias' },
  { value: 30, label: '30 dias' },
  { value: 0, label: 'Não trazer' },
]

interface ChoicesProps {
  agents: readonly Agent[]
  onBegun: (begun: Begun) => void
  onOwnApp: () => void
}

/** Choices to make before Meta's page is opened. */
export function SignupChoices({ agents, onBegun, onOwnApp }: ChoicesProps) {
  const begin = useBeginSignup()
  const [mode, setMode] = useState<(typeof MODES)[number]['value']>('coexistence')
  const [agentId, setAgentId] = useState(agents.length === 1 ? (agents[0]?._id ?? '') : '')
  const [days, setDays] = useState<HistoryDays>(180)
  const [isAsked, setAsked] = useState(false)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (agentId) begin.mutate({ agent_id: agentId, mode, history_days: mode === 'api' ? 0 : days }, { onSuccess: onBegun })
      }}
    >
      <Segmented legend="Como o número será usado" value={mode} options={MODES} onChange={setMode} />
      <Select
        label="Agente que atende"
        options={[
          { value: '', label: 'Escolha um agente' },
          ...agents.map(({ _id, name, type }) => ({ value: _id, label: `${name} (${agentTypeLabel(type)})` })),
        ]}
        value={agentId}
        onChange={({ target }) => setAgentId(target.value)}
        error={isAsked && !agentId ? 'Escolha o agente que atende neste número.' : undefined}
        required
      />
      {mode === 'coexistence' && (
        <Select
          label="Trazer conversas"
          options={PASTS}
          value={days}
          onChange={({ target }) => setDays(PASTS.find(({ value }) => String(value) === target.value)?.value ?? 0)}
        />
      )}
      <Refusal error={begin.error} />
      <div className="flex flex-wrap-reverse items-center justify-between gap-2">
        <Button variant="ghost" onClick={onOwnApp}>
          Tenho um app próprio na Meta
        </Button>
        <Button type="submit" variant="primary" busy={begin.isPending}>
          Continuar
        </Button>
      </div>
    </form>
  )
}
