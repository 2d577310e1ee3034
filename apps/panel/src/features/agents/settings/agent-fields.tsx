import { getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSession } from '../../../shared/session/session.ts'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { Switch } from '../../../shared/ui/inputs/switch.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { MONEY_QUESTION_OPTIONS, REPLY_BUBBLE_OPTIONS } from './agent-options.ts'
import { HoursField } from './hours-field.tsx'
import { QuestionsField } from './questions-field.tsx'

const TYPE_OPTIONS = (['SDR', 'CLOSER', 'POS_VENDA'] as const).map((value) => ({ value, label: getAgentTypeLabel(value) }))

interface AgentFieldsProps {
  /** Whether the server has a language model; also true while this is unknown. */
  hasModel: boolean
  /** Names of models that can be selected, the server's default first. Undefined if any name may be typed. */
  models: readonly string[] | undefined
}

function ModelFields({ hasModel, models }: AgentFieldsProps) {
  const { control, register, setValue, formState } = useFormContext<AgentDraft>()
  const usesModel = useWatch({ control, name: 'use_model' })
  // Whether to warn that audio is not transcribed: the server accepts media but offers no transcripts.
  const cannotTranscribe = useSession(({ user }) => {
    const capabilities = user?.capabilities ?? []
    return capabilities.includes('media') && !capabilities.includes('transcripts')
  })
  return (
    <div className="flex flex-col gap-4">
      {cannotTranscribe && (
        <p role="note" className="rounded-control border border-line px-3 py-2 text-ink-2 text-ui">
          Este servidor não transcreve áudios.
        </p>
      )}
      {!hasModel && (
        <p role="note" className="rounded-control border border-line px-3 py-2 text-ink-2 text-ui">
          Nenhum modelo de linguagem está configurado neste servidor: o agente segue o roteiro escrito do seu tipo.
        </p>
      )}
      <Switch
        label="Conversar com modelo de linguagem"
        description="Desligado, o agente segue o roteiro escrito do seu tipo."
        checked={usesModel}
        onChange={(checked) => setValue('use_model', checked, { shouldDirty: true })}
      />
      {usesModel && models && models.length > 1 && (
        <Select
          {...register('model')}
          label="Modelo"
          options={[
            { value: '', label: `O do servidor (${models[0]})` },
            ...models.slice(1).map((name) => ({ value: name, label: name })),
          ]}
          error={formState.errors.model?.message}
        />
      )}
      {usesModel && !models && (
        <TextField
          {...register('model')}
          label="Modelo"
          placeholder="O do servidor"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          description="Vazio, vale o modelo do servidor."
          error={formState.errors.model?.message}
        />
      )}
    </div>
  )
}

/** All fields of an agent's settings form. */
export function AgentFields({ hasModel, models }: AgentFieldsProps) {
  const { control, register, setValue, formState } = useFormContext<AgentDraft>()
  const active = useWatch({ control, name: 'active' })
  const type = useWatch({ control, name: 'type' })
  const hasTurns = useWatch({ control, name: 'turns_without_person' }) !== undefined
  const hasNever = useWatch({ control, name: 'never' }) !== undefined
  const hasBubbles = useWatch({ control, name: 'bubbles' }) !== undefined
  const { errors } = formState
  return (
    <>
      <Card title="Quem é">
        <div className="flex flex-col gap-4">
          <TextField {...register('name')} label="Nome" autoComplete="off" error={errors.name?.message} required />
          <Select {...register('type')} label="Tipo" options={TYPE_OPTIONS} error={errors.type?.message} required />
          <Switch
            label="Ativo"
            description="Inativo, ele não responde; as conversas continuam chegando."
            checked={active}
            onChange={(checked) => setValue('active', checked, { shouldDirty: true })}
          />
        </div>
      </Card>
      <Card title="Como conversa">
        <div className="flex flex-col gap-4">
          <ModelFields hasModel={hasModel} models={models} />
          <TextArea
            {...register('persona')}
            label="Persona"
            rows={3}
            description="O jeito de ser. Vale quando o agente conversa com um modelo."
            error={errors.persona?.message}
          />
          <TextArea
            {...register('instructions')}
            label="Instruções"
            rows={7}
            description="O que ele precisa saber e fazer. Vale quando o agente conversa com um modelo."
            error={errors.instructions?.message}
          />
          {hasNever && (
            <TextArea
              {...register('never')}
              label="Nunca dizer"
              rows={3}
              description="Uma frase em cada linha, até 20. O trecho da resposta que tiver uma delas não é enviado, com modelo ou sem."
              error={errors.never?.message}
            />
          )}
          {hasBubbles && (
            <Select
              {...register('bubbles')}
              label="Cada resposta no WhatsApp"
              options={REPLY_BUBBLE_OPTIONS}
              description="O WhatsApp cobra por mensagem: 2 balões = 2× o preço."
            />
          )}
        </div>
      </Card>
      <Card title="Perguntas" description="O que ele pergunta a cada lead, além do roteiro.">
        <div className="flex flex-col gap-5">
          {type === 'SDR' && (
            <Select
              {...register('asks_for')}
              label="Sobre dinheiro, pergunta"
              options={MONEY_QUESTION_OPTIONS}
              description="Pelo nome, clínicas e consultórios perguntam do convênio; os outros, de quanto se pensa em investir."
            />
          )}
          <QuestionsField />
        </div>
      </Card>
      {hasTurns && (
        <Card title="Sem uma pessoa">
          <TextField
            {...register('turns_without_person')}
            label="Respostas em 24 horas até chamar a equipe"
            inputMode="numeric"
            autoComplete="off"
            className="max-w-24"
            description="Depois de tantas respostas sem mensagem de uma pessoa, ele avisa o lead, chama a equipe e fica pausado."
            error={errors.turns_without_person?.message}
            required
          />
        </Card>
      )}
      <Card title="Horário">
        <HoursField />
      </Card>
    </>
  )
}
