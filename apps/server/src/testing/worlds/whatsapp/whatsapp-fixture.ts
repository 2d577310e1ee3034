import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import type { Conversation, ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import type { Message } from '@prosa/contract/entities/conversations/message'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { commitTurn } from '../../../features/conversations/agent-replies/commit-turn.ts'
import { sendMessage } from '../../../features/conversations/outbound/send-message.ts'
import type { MetaDouble } from '../../doubles/meta/meta-double.ts'
import type { SendRequestBody } from '../../doubles/meta/meta-request-bodies.ts'
import {
  buildMessageWebhook,
  buildStatusWebhook,
  buildTextBody,
  type MetaStatusUpdate,
} from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../harness/client.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createTenant, type TestTenant } from '../factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from './meta-test-app.ts'

export interface ConversationIds {
  leadId: string
  conversationId: string
}

/** A tenant's staff with a number on the double, and leads that write to it. The agent does not answer. */
export interface WhatsappFixture {
  test: TestApp
  meta: MetaDouble
  tenant: TestTenant
  staff: Client
  number: Awaited<ReturnType<typeof linkTestNumber>>
  /** Creates a conversation with a lead that has just written. */
  newPlace(): Promise<ConversationIds & { phone: string }>
  conversations(): Promise<Conversation[]>
  /** Returns the organisation's numbers as staff see them. */
  numbers(): Promise<WhatsappNumber[]>
  /** Waits until the conversation with this phone has `messages` messages, including reactions, and returns it. */
  writtenBy(phone: string, messages: number): Promise<Conversation>
  historyOf(conversation: Conversation): Promise<Message[]>
  /**
   * Sends a message as a user, without the rate limit per user.
   * @returns its id
   */
  send(place: ConversationIds, content: string): Promise<string>
  /** Commits an agent's turn with this reply. */
  answer(place: ConversationIds, reply: string): ReturnType<typeof commitTurn>
  conversationAt(place: ConversationIds): Promise<ConversationWithHistory>
  messageAt(place: ConversationIds, id: string): Promise<Message | undefined>
  /** Waits until a message has this delivery state. */
  settled(place: ConversationIds, id: string, delivery: string): Promise<unknown>
  acceptedOf(id: string): { id: string; phoneNumberId: string; body: SendRequestBody }[]
  /** Returns the number of attempts to send a message. */
  attemptsOf(id: string): number
  /** Delivers statuses as Meta does. */
  tell(statuses: readonly MetaStatusUpdate[]): Promise<number>
  /** Makes the lead's last message look as if it were `hours` hours old. */
  age(place: ConversationIds, hours: number): Promise<void>
  /** Makes all waiting jobs due now. */
  endWaiting(): Promise<void>
  close(): Promise<void>
}

let counter = 0

/** Return a unique message id and a unique phone number. */
export const createUniqueWamid = (): string => `wamid.NEW${++counter}`
export const createUniquePhone = (): string => `5511${String(700_000_000 + ++counter)}`

export async function createWhatsappFixture(): Promise<WhatsappFixture> {
  const { test, meta, close } = await startTestAppWithMeta()
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const number = await linkTestNumber(test, meta, tenant)
  const { deps } = test
  const switchAgent = (active: boolean) =>
    test.deps.db.system(async (tx) => {
      await tx.db.execute(sql`UPDATE agents SET active = ${active} WHERE id = ${tenant.agentId}`)
    })
  await switchAgent(false)
  const conversationAt: WhatsappFixture['conversationAt'] = async ({ leadId, conversationId }) =>
    (await staff.call(getConversation, { params: { leadId, conversationId } })).data
  const conversations = async () =>
    (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data.conversations
  const messageAt: WhatsappFixture['messageAt'] = async (place, id) =>
    (await conversationAt(place)).history.find((message) => message.message_id === id)
  return {
    test,
    meta,
    tenant,
    staff,
    number,
    newPlace: async () => {
      const phone = `5521${String(900_000_000 + ++counter)}`
      await deliverTestWebhook(
        test,
        buildMessageWebhook(number.phoneNumberId, { phone }, `wamid.DESK${counter}`, buildTextBody('Oi')),
      )
      const find = () => staff.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone } })
      const found = await waitUntil(async () => (await find()).data.conversations.at(0))
      if (!found) throw new Error('Unreachable: until() has found it')
      return { phone, leadId: found.lead_id, conversationId: found._id }
    },
    conversations,
    numbers: async () => (await staff.call(listWhatsappNumbers)).data.numbers,
    writtenBy: async (phone, messages) => {
      const found = await waitUntil(
        async () => (await conversations()).find((conversation) => conversation.phone === `+${phone}`),
        (conversation) => conversation?.last_seq === messages,
      )
      if (!found) throw new Error('Unreachable: until() has found it')
      return found
    },
    historyOf: async ({ lead_id: leadId, _id: conversationId }) => (await conversationAt({ leadId, conversationId })).history,
    send: async ({ leadId, conversationId }, content) => {
      const person = { userId: uuid(), sessionId: uuid(), name: 'Ana', role: 'staff', permissions: null, isPlatformUser: false }
      const who = { tenantId: tenant.tenantId, ...person }
      return (
        await sendMessage(deps, test.app.modules, who, {
          leadId,
          conversationId,
          content,
          key: null,
        })
      ).message_id
    },
    answer: async (place, reply) => {
      await switchAgent(true)
      try {
        return await commitTurn(
          deps,
          { ...test.app.modules, calendar: { changeMeeting: async () => true } },
          { tenantId: tenant.tenantId, conversationId: place.conversationId },
          {
            replies: [reply],
            stage: 'conexao',
            summary: '',
            statusMessage: '',
            leadPatch: {},
            attention: null,
            memory: {},
            uptoSeq: 1,
            part: 0,
            meta: {},
          },
        )
      } finally {
        await switchAgent(false)
      }
    },
    conversationAt,
    messageAt,
    settled: (place, id, delivery) =>
      waitUntil(
        () => messageAt(place, id),
        (found) => found?.delivery === delivery,
      ),
    acceptedOf: (id) => meta.accepted.filter(({ body }) => body.biz_opaque_callback_data === id),
    attemptsOf: (id) => meta.attempts.filter((body) => body.biz_opaque_callback_data === id).length,
    tell: (statuses) => deliverTestWebhook(test, buildStatusWebhook(number.phoneNumberId, statuses)),
    age: async ({ conversationId }, hours) => {
      const at = new Date(Date.now() - hours * 3_600_000).toISOString()
      await test.deps.db.system((tx) =>
        tx.db.execute(sql`UPDATE conversations SET last_client_message_at = ${at}::timestamptz WHERE id = ${conversationId}`),
      )
    },
    endWaiting: () =>
      test.deps.db.system(async (tx) => {
        await tx.db.execute(sql`UPDATE messages SET attempt_after = NULL WHERE attempt_after IS NOT NULL`)
        await tx.db.execute(sql`
          UPDATE pgboss.job SET start_after = now()
          WHERE name IN ('deliver-message', 'settle-delivery') AND state = 'created' AND start_after > now()`)
      }),
    close,
  }
}
