import {
  getConversation,
  listConversations,
  unreadCountsForConversations,
} from '@prosa/contract/calls/conversations/conversations'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../testing/session.ts'
import { conversationKeys } from '../cache/conversation-keys.ts'
import { conversationQueries } from '../cache/conversation-queries.ts'
import { type ConversationListData, collectConversations } from '../cache/list/list-cache.ts'
import type { CachedThread } from '../cache/thread/cached-thread.ts'
import { useOutbox } from '../outbox/outbox-store.ts'
import { buildConversation, buildLead, buildMessage, createUniqueId } from '../testing/factories.ts'
import { handleListUpdateEvent, handleMessageEvent, handleOptimisticMessageEvent, reloadUnreadCount } from './event-handlers.ts'

let client: QueryClient
let held: Conversation
const agentId = 'agent-x'
const listKey = conversationKeys.list(agentId)

beforeEach(() => {
  vi.useFakeTimers()
  setSignedInUser({ id: 'me' })
  useOutbox.setState(useOutbox.getInitialState(), true)
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  held = buildConversation({
    _id: createUniqueId('c'),
    lead_id: createUniqueId('l'),
    agent_id: agentId,
    total_messages: 2,
    archive: false,
  })
  const page = {
    conversations: [held, buildConversation({ _id: 'other', lead_id: 'other' })],
    nextCursor: null,
    serverTime: null,
  }
  client.setQueryData<ConversationListData>(listKey, { pages: [page], pageParams: [null] })
})
afterEach(() => {
  vi.runOnlyPendingTimers()
  client.clear()
  vi.useRealTimers()
})

const threadKey = () => conversationKeys.thread(held.lead_id, held._id)
const place = () => ({ leadId: held.lead_id, conversationId: held._id })
const openThread = (messages: Message[]) =>
  client.setQueryData<CachedThread>(threadKey(), { conversation: held, messages, olderCursor: null })
const inList = (key = listKey) => {
  const data = client.getQueryData<ConversationListData>(key)
  return data && collectConversations(data).find(({ _id }) => _id === held._id)
}
const thread = () => client.getQueryData<CachedThread>(threadKey())
const unsent = (tempId: string) => ({
  tempId,
  leadId: held.lead_id,
  conversationId: held._id,
  content: 'ok',
  createdAt: Date.now(),
  status: 'done' as const,
  failure: null,
  peer: null,
})

describe('a message that is told again because something of it changed', () => {
  const counted = (change: Partial<Conversation>) => {
    const page = { conversations: [{ ...held, ...change }], nextCursor: null, serverTime: null }
    client.setQueryData<ConversationListData>(listKey, { pages: [page], pageParams: [null] })
  }

  it('WIRE-04 takes the place of what was there, and counts for nothing', () => {
    counted({ last_seq: 2, total_messages: 2, unreadCount: 0 })
    openThread([buildMessage({ message_id: 'm1', seq: 1, content: 'antes' }), buildMessage({ message_id: 'm2', seq: 2 })])
    const edited = buildMessage({ message_id: 'm1', seq: 1, content: 'depois', edited_at: new Date().toISOString() })
    handleMessageEvent(client, { leadId: held.lead_id, message: edited }, place())
    expect(thread()?.messages.map(({ content }) => content)).toEqual(['depois', 'Oi, quanto custa?'])
    expect(inList()).toMatchObject({ total_messages: 2, unreadCount: 0 })
  })

  it('makes no hole where its page is not here', () => {
    const messages = [buildMessage({ message_id: 'm900', seq: 900 }), buildMessage({ message_id: 'm901', seq: 901 })]
    client.setQueryData<CachedThread>(threadKey(), { conversation: held, messages, olderCursor: '900' })
    handleMessageEvent(client, { leadId: held.lead_id, message: buildMessage({ message_id: 'm3', seq: 3 }) }, place())
    expect(thread()?.messages.map(({ seq }) => seq)).toEqual([900, 901])
  })
})

describe('what changed while nobody listened', () => {
  it('WIRE-04 comes with what is new, and takes its place', async () => {
    const edited = buildMessage({ message_id: 'm1', seq: 1, content: 'depois' })
    createFakeProvider().on(getConversation, () => ({ success: true, data: { ...held, history: [edited], nextCursor: null } }))
    const messages = [buildMessage({ message_id: 'm1', seq: 1, content: 'antes' }), buildMessage({ message_id: 'm2', seq: 2 })]
    client.setQueryData<CachedThread>(threadKey(), { conversation: held, messages, olderCursor: null })
    await client.fetchQuery({ ...conversationQueries.thread(held.lead_id, held._id), staleTime: 0 })
    expect(thread()?.messages.map(({ content }) => content)).toEqual(['depois', 'Oi, quanto custa?'])
  })
})

describe('a message', () => {
  it('EVENT-07 MSG-14 joins the open history and raises the count in list and thread, once', () => {
    openThread([buildMessage({ message_id: 'm1', seq: 1 })])
    const message = buildMessage({ message_id: createUniqueId('new'), seq: 2 })
    for (let time = 0; time < 3; time++) handleMessageEvent(client, { leadId: held.lead_id, message }, place())
    expect(thread()?.messages.map(({ seq }) => seq)).toEqual([1, 2])
    expect(inList()).toMatchObject({ total_messages: 3, unreadCount: 1 })
    expect(thread()?.conversation.total_messages).toBe(3)
  })

  it('EVENT-07 leaves every other row the same object', () => {
    const before = client.getQueryData<ConversationListData>(listKey)?.pages[0]?.conversations[1]
    handleMessageEvent(client, { leadId: held.lead_id, message: buildMessage() }, null)
    expect(client.getQueryData<ConversationListData>(listKey)?.pages[0]?.conversations[1]).toBe(before)
  })

  it('MSG-06 MSG-08 settles the bubble with its client id and leaves the equal one', () => {
    openThread([])
    useOutbox.setState({ entries: [unsent('t1'), unsent('t2')] })
    const message = buildMessage({ role: 'AI', manual: true, content: 'ok', client_message_id: 't1', seq: 1 })
    handleMessageEvent(client, { leadId: held.lead_id, message }, place())
    vi.runOnlyPendingTimers()
    expect(useOutbox.getState().entries.map(({ tempId }) => tempId)).toEqual(['t2'])
  })

  it('MSG-06 a bubble leaves the outbox when the thread has been told of its message, never before', () => {
    openThread([])
    useOutbox.setState({ entries: [unsent('t1')] })
    let told: readonly Message[] = []
    const stopTelling = new QueryObserver(client, {
      ...conversationQueries.thread(held.lead_id, held._id),
      enabled: false,
    }).subscribe(({ data }) => {
      told = data?.messages ?? []
    })
    const toldBefore: boolean[] = []
    const stopHearing = useOutbox.subscribe(() => toldBefore.push(told.some((one) => one.client_message_id === 't1')))
    const message = buildMessage({ role: 'AI', manual: true, content: 'ok', client_message_id: 't1', seq: 1 })
    handleMessageEvent(client, { leadId: held.lead_id, message }, place())
    vi.runOnlyPendingTimers()
    stopTelling()
    stopHearing()
    expect(toldBefore).toEqual([true])
  })

  it('a hole is asked for when the missing message does not come by itself', async () => {
    openThread([buildMessage({ message_id: 'm1', seq: 1 })])
    const provider = createFakeProvider().on(getConversation, () => ({
      success: true,
      data: { ...held, history: [buildMessage({ message_id: 'm2', seq: 2 }), buildMessage({ message_id: 'm3', seq: 3 })] },
    }))
    const stop = new QueryObserver(client, {
      ...conversationQueries.thread(held.lead_id, held._id),
      enabled: true,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {})
    handleMessageEvent(client, { leadId: held.lead_id, message: buildMessage({ message_id: 'm3', seq: 3 }) }, place())
    await vi.advanceTimersByTimeAsync(799)
    expect(provider.requests(getConversation)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(50)
    expect(provider.requests(getConversation)[0]?.query).toMatchObject({ afterSeq: '1' })
    expect(thread()?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
    stop()
  })

  it('one that comes before the first history is kept for it', async () => {
    createFakeProvider().on(getConversation, () => ({
      success: true,
      data: { ...held, history: [buildMessage({ message_id: 'm1', seq: 1 })] },
    }))
    handleMessageEvent(client, { leadId: held.lead_id, message: buildMessage({ message_id: 'm2', seq: 2 }) }, place())
    await client.fetchQuery(conversationQueries.thread(held.lead_id, held._id))
    expect(thread()?.messages.map(({ seq }) => seq)).toEqual([1, 2])
  })
})

describe('a list update', () => {
  it('EVENT-10 MSG-14 with the message event counts once', () => {
    const message = buildMessage({ message_id: createUniqueId('both') })
    handleListUpdateEvent(client, {
      leadId: held.lead_id,
      newMessage: { messageId: message.message_id, role: 'humano', timestamp: message.timestamp },
    })
    handleMessageEvent(client, { leadId: held.lead_id, message }, place())
    expect(inList()).toMatchObject({ total_messages: 3, unreadCount: 1 })
  })

  it('an agent that is paused is so in the open conversation at once; an older event changes nothing', () => {
    client.setQueryData<Lead>(conversationKeys.lead(held.lead_id), buildLead({ _id: held.lead_id, pause: false }))
    handleListUpdateEvent(client, { leadId: held.lead_id, pause: true, updated_at: '2099-01-01T12:00:02.000Z' })
    handleListUpdateEvent(client, { leadId: held.lead_id, pause: false, updated_at: '2099-01-01T12:00:01.000Z' })
    expect(client.getQueryData<Lead>(conversationKeys.lead(held.lead_id))?.pause).toBe(true)
  })

  it('EVENT-10 asks for the changes when it tells of a conversation that is not loaded', async () => {
    const newcomer = buildConversation({ _id: 'new', lead_id: 'new', lead_name: 'Nova', agent_id: agentId })
    createFakeProvider().on(listConversations, () => ({ success: true, data: { conversations: [newcomer, held] } }))
    client.setQueryData(conversationKeys.refresh(agentId), { serverTime: null })
    const stop = new QueryObserver(client, conversationQueries.refresh(agentId)).subscribe(() => {})
    handleListUpdateEvent(client, { leadId: 'new', agent_id: agentId, conversationId: 'new' })
    await vi.advanceTimersByTimeAsync(2_100)
    expect(
      collectConversations(client.getQueryData<ConversationListData>(listKey) as ConversationListData).map(({ _id }) => _id),
    ).toContain('new')
    stop()
  })

  it('G32 an archived lead leaves the list and joins the archived one, and comes back', () => {
    const archivedKey = conversationKeys.list(agentId, { archive: true })
    client.setQueryData<ConversationListData>(archivedKey, {
      pages: [{ conversations: [], nextCursor: null, serverTime: null }],
      pageParams: [null],
    })
    openThread([])
    handleListUpdateEvent(client, { leadId: held.lead_id, archive: true })
    expect([inList(), inList(archivedKey)?.archive]).toEqual([undefined, true])
    handleListUpdateEvent(client, { leadId: held.lead_id, archive: false })
    expect(inList()?.archive).toBe(false)
    expect(inList(archivedKey)).toBeUndefined()
  })
})

describe("someone else's sending", () => {
  const event = () => ({
    leadId: held.lead_id,
    userId: 'bia',
    content: 'Já vou',
    userName: 'Bia',
    tempMessageId: 't9',
    timestamp: new Date().toISOString(),
  })

  it('EVENT-11 shows as waiting in the open conversation only, and goes when it never arrives', () => {
    handleOptimisticMessageEvent(client, event(), null)
    handleOptimisticMessageEvent(client, event(), { leadId: 'another', conversationId: 'c' })
    expect(useOutbox.getState().entries).toEqual([])
    handleOptimisticMessageEvent(client, event(), place())
    handleOptimisticMessageEvent(client, event(), place())
    expect(useOutbox.getState().entries).toMatchObject([{ tempId: 't9', status: 'waiting', peer: { userName: 'Bia' } }])
    vi.advanceTimersByTime(40_000)
    expect(useOutbox.getState().entries).toEqual([])
  })

  it('EVENT-11 makes no second bubble of a message that was faster than the word of it', () => {
    openThread([])
    handleMessageEvent(
      client,
      { leadId: held.lead_id, message: buildMessage({ seq: 1, role: 'AI', client_message_id: 't9' }) },
      place(),
    )
    handleOptimisticMessageEvent(client, event(), place())
    expect(useOutbox.getState().entries).toEqual([])
  })

  it('EVENT-11 makes no second bubble of a message of a provider without ids that was faster than the event about it', () => {
    const { tempMessageId: _, ...withoutId } = event()
    openThread([])
    const message = buildMessage({ role: 'AI', manual: true, content: 'Já vou', timestamp: new Date().toISOString() })
    handleMessageEvent(client, { leadId: held.lead_id, message }, place())
    handleOptimisticMessageEvent(client, withoutId, place())
    expect(useOutbox.getState().entries).toEqual([])
    vi.advanceTimersByTime(20_000)
    handleOptimisticMessageEvent(client, { ...withoutId, timestamp: new Date().toISOString() }, place())
    expect(useOutbox.getState().entries).toMatchObject([{ content: 'Já vou', peer: { userName: 'Bia' } }])
  })

  it("EVENT-11 G30 one's own echo without an id makes no second bubble", () => {
    const { tempMessageId: _, ...echo } = event()
    handleOptimisticMessageEvent(client, { ...echo, userId: 'me' }, place())
    expect(useOutbox.getState().entries).toEqual([])
  })
})

it('EVENT-12 G31 reloads the count of the conversation from the server', async () => {
  createFakeProvider().on(unreadCountsForConversations, () => ({ success: true, data: { unreadCounts: { [held._id]: 5 } } }))
  await reloadUnreadCount(client, held._id)
  expect(inList()?.unreadCount).toBe(5)
})
