import { type Agent, getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import type { HistoryDays } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { SegmentedControl } from '../../../shared/ui/inputs/segmented-control.tsx'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { useStartSignup } from './queries.ts'
import { SignupError, type StartedSignup } from './signup-progress.tsx'

const MODE_OPTIONS = [
  { value: 'coexistence', label: 'Continuo usando no celular' },
  { value: 'api', label: 'Só na Prosa' },
] as const
const HISTORY_OPTIONS: readonly { value: HistoryDays; label: string }[] = [
  { value: 180, label: '180 dias' },
  { value: 30, label: '30 dias' },
  { value: 0, label: 'Não trazer' },
]

interface SignupChoicesProps {
  agents: readonly Agent[]
  onStarted: (started: StartedSignup) => void
  onOwnApp: () => void
}

/** First step of a sign-up: the choices that the user makes before Meta's page opens. */
export function SignupChoices({ agents, onStarted, onOwnApp }: SignupChoicesProps) {
  const startMutation = useStartSignup()
  const [mode, setMode] = useState<(typeof MODE_OPTIONS)[number]['value']>('coexistence')
  const [agentId, setAgentId] = useState(agents.length === 1 ? (agents[0]?._id ?? '') : '')
  const [days, setDays] = useState<HistoryDays>(180)
  const [isSubmitted, setSubmitted] = useState(false)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (agentId)
          startMutation.mutate({ agent_id: agentId, mode, history_days: mode === 'api' ? 0 : days }, { onSuccess: onStarted })
      }}
    >
      <SegmentedControl legend="Como o número será usado" value={mode} options={MODE_OPTIONS} onChange={setMode} />
      <Select
        label="Agente que atende"
        options={[
          { value: '', label: 'Escolha um agente' },
          ...agents.map(({ _id, name, type }) => ({ value: _id, label: `${name} (${getAgentTypeLabel(type)})` })),
        ]}
        value={agentId}
        onChange={({ target }) => setAgentId(target.value)}
        error={isSubmitted && !agentId ? 'Escolha o agente que atende neste número.' : undefined}
        required
      />
      {mode === 'coexistence' && (
        <Select
          label="Trazer conversas"
          options={HISTORY_OPTIONS}
          value={days}
          onChange={({ target }) => setDays(HISTORY_OPTIONS.find(({ value }) => String(value) === target.value)?.value ?? 0)}
        />
      )}
      <SignupError error={startMutation.error} />
      <div className="flex flex-wrap-reverse items-center justify-between gap-2">
        <Button variant="ghost" onClick={onOwnApp}>
          Tenho um app próprio na Meta
        </Button>
        <Button type="submit" variant="primary" busy={startMutation.isPending}>
          Continuar
        </Button>
      </div>
    </form>
  )
}
