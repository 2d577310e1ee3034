import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'
import { message } from './message.ts'

/** Stages in the funnel's order (VIEW-07). */
export const STAGES = ['conexao', 'inicializacao', 'qualificacao', 'pitch', 'agendamento', 'fechamento'] as const
export const stage = /* @__PURE__ */ z.enum(STAGES)
export type Stage = z.infer<typeof stage>

const STAGE_LABELS: Record<Stage, string> = {
  conexao: 'Conexão',
  inicializacao: 'Inicialização',
  qualificacao: 'Qualificação',
  pitch: 'Pitch',
  agendamento: 'Agendamento',
  fechamento: 'Fechamento',
}

/** What a person reads for a stage; a stage of another provider reads as it came. */
export const stageLabel = (value: string): string => (STAGE_LABELS as Record<string, string>)[value] ?? value

/** Who may have written the newest message; `person` is staff, here or on the channel's own app. */
export type MessageWriter = 'lead' | 'agent' | 'person'

/** Section 3, Conversation. What follows `lead_context_summary` is ours and optional to every client. */
export const conversation = z.object({
  _id: id,
  lead_id: id,
  lead_name: z.nullish(z.string()),
  name: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  lead_empresa: z.nullish(z.string()),
  conversation_status: z.nullish(z.string()),
  status_message: z.nullish(z.string()),
  stage: z.nullish(z.string()),
  needs_attention: z.nullish(z.boolean()),
  total_messages: z.nullish(z.number()),
  last_client_message_at: z.nullish(timestamp),
  last_agent_message_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
  unreadCount: z.nullish(z.number()),
  lead_context_summary: z.nullish(z.string()),
  agent_id: z.nullish(id),
  channel: z.nullish(z.string()),
  archive: z.nullish(z.boolean()),
  pause: z.nullish(z.boolean()),
  attention_reason: z.nullish(z.string()),
  /** Newest message's place in the conversation. */
  last_seq: z.nullish(z.int()),
  last_message_preview: z.nullish(z.string()),
  /** Who wrote that message: a MessageWriter. Not there: the provider does not say. */
  last_message_from: z.nullish(z.string()),
  /** Of the team, where it was a person here. */
  last_message_sender_id: z.nullish(id),
  last_message_sender_name: z.nullish(z.string()),
  /** True: that message is ours, and its channel did not take it. */
  last_message_failed: z.nullish(z.boolean()),
  /** Until when free text may go out: null: not at all now. Not there: by the rule of docs/items.md, 24 hours after the lead's newest message. */
  window_closes_at: z.nullish(timestamp),
  /** Until when its channel charges nothing, because the lead came from an advertisement. Ours. */
  free_until: z.nullish(timestamp),
})
export type Conversation = z.infer<typeof conversation>

/** One conversation with its history, oldest first; `nextCursor` asks for what is older, null at the beginning; `newerCursor` for what is newer, where the page does not reach the end (ours). */
export const conversationWithHistory = z.extend(conversation, {
  history: z.array(message),
  nextCursor: z.nullish(z.string()),
  newerCursor: z.nullish(z.string()),
})
export type ConversationWithHistory = z.infer<typeof conversationWithHistory>
