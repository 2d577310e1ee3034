import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { message } from './message.ts'

/** Stages of a conversation, in the order of the sales funnel (VIEW-07). */
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

/** Returns the displayed name of a stage, or the value itself if the stage is unknown. */
export const getStageLabel = (value: string): string => (STAGE_LABELS as Record<string, string>)[value] ?? value

/** Author of a conversation's newest message. `person`: a user, in the panel or in the channel's own app. */
export type MessageAuthor = 'lead' | 'agent' | 'person'

/** A conversation with a lead (section 3). The fields after `lead_context_summary` are optional Prosa extensions. */
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
  last_seq: z.nullish(z.int()),
  last_message_preview: z.nullish(z.string()),
  /** Author of the newest message (a MessageAuthor). Missing if the server does not report it. */
  last_message_from: z.nullish(z.string()),
  /** User who sent the newest message from the panel. */
  last_message_sender_id: z.nullish(id),
  last_message_sender_name: z.nullish(z.string()),
  /** Whether the newest message is from the team or the agent and could not be delivered. */
  last_message_failed: z.nullish(z.boolean()),
  /**
   * Time until which messages other than templates can be sent. Null: they cannot be sent now. Missing: they can be sent until 24 hours
   * after the lead's newest message (docs/items.md).
   */
  window_closes_at: z.nullish(timestamp),
  /** Time until which messages are free of charge, because the lead came from an advertisement. Prosa extension. */
  free_until: z.nullish(timestamp),
})
export type Conversation = z.infer<typeof conversation>

/** A conversation with a page of its messages, oldest first. */
export const conversationWithHistory = z.extend(conversation, {
  history: z.array(message),
  /** Cursor to fetch older messages. Null at the beginning of the conversation. */
  nextCursor: z.nullish(z.string()),
  /** Cursor to fetch newer messages, unless the page includes the newest. Prosa extension. */
  newerCursor: z.nullish(z.string()),
})
export type ConversationWithHistory = z.infer<typeof conversationWithHistory>
