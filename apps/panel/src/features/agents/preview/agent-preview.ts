import { previewAgent } from '@prosa/contract/calls/agents/agent'
import type { CallBody, CallResponse } from '@prosa/contract/define-call'
import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import { call } from '../../../shared/api/api-client.ts'

export type PreviewResponse = CallResponse<typeof previewAgent>['data']

/** Function that returns the unsaved values of the settings form, or null if the form is invalid. */
export type DraftSource = () => Promise<CallBody<typeof previewAgent>['draft'] | null>

/** One exchange of the preview chat: a message that the user wrote as a lead, and the agent's response (null while pending). */
export interface PreviewExchange {
  readonly message: string
  readonly response: PreviewResponse | null
}

/** Maximum number of messages per preview request. Of a longer chat, only the newest messages are sent. */
const MAX_PREVIEW_MESSAGES = 60

const toMessageHistory = (exchanges: readonly PreviewExchange[], message: string): CallBody<typeof previewAgent>['messages'] => {
  const history = exchanges.flatMap(({ message: content, response }) => [
    { role: 'humano' as const, content },
    ...(response?.replies ?? []).map((reply) => ({ role: 'AI' as const, content: reply })),
  ])
  return [...history, { role: 'humano' as const, content: message }].slice(-MAX_PREVIEW_MESSAGES)
}

export const requestPreviewResponse = async (
  id: string,
  exchanges: readonly PreviewExchange[],
  message: string,
  draft: CallBody<typeof previewAgent>['draft'],
): Promise<PreviewResponse> =>
  (
    await call(previewAgent, {
      params: { id },
      body: { messages: toMessageHistory(exchanges, message), state: exchanges.at(-1)?.response?.state, draft },
    })
  ).data

const TOOL_LABELS: Readonly<Record<string, string>> = {
  set_stage: 'mudaria a etapa',
  update_lead: 'guardaria dados do lead',
  summarise: 'atualizaria o resumo',
  ask_human: 'chamaria uma pessoa',
  book_meeting: 'marcaria uma reunião',
}
const LEAD_FIELD_LABELS = { name: 'nome', company: 'empresa', email: 'e-mail', phone: 'telefone' } as const

/** Returns what the agent would do besides replying, as pairs of label and value. */
export function listPreviewActions(response: PreviewResponse): readonly (readonly [string, string])[] {
  const { stage, status_message, attention_reason, summary, tools, lead, mode, model, input_tokens, output_tokens, ms } = response
  const leadFields = Object.entries(LEAD_FIELD_LABELS).flatMap(([field, label]) => {
    const value = lead[field as keyof typeof LEAD_FIELD_LABELS]
    return value ? [`${label}: ${value}`] : []
  })
  // Omits times below 100 ms, because an agent that follows a script answers at once.
  const time = ms < 100 ? '' : `, em ${(ms / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`
  const tokens =
    input_tokens === null && output_tokens === null ? '' : `, ${input_tokens ?? 0} tokens lidos e ${output_tokens ?? 0} escritos`
  const rows: (readonly [string, string])[] = [
    ['Ferramentas', tools.map((tool) => TOOL_LABELS[tool] ?? tool).join(', ')],
    ['Etapa', getStageLabel(stage)],
    ['Situação', status_message],
    ['Pediria atenção', attention_reason ?? ''],
    ['Anotaria do lead', leadFields.join(', ')],
    ['Resumo', summary],
    ['Respondeu', `${mode === 'model' ? (model ?? 'modelo de linguagem') : 'roteiro escrito'}${time}${tokens}`],
  ]
  return rows.filter(([, value]) => value !== '')
}
