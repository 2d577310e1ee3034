import { setTimeout as wait } from 'node:timers/promises'
import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import type { EventAck } from '@prosa/contract/events'
import { connectPlainSocket } from '../../../apps/server/src/testing/harness/test-socket.ts'
import type { LoadTestTenant } from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { callAsUser } from './call-as-user.ts'

/** Pause in milliseconds between attempts: retries without a pause would only load the machine. */
const RETRY_DELAY_MS = 250
const PAGE_SIZE = 100

interface FollowedConversation {
  url: string
  tenantId: string
  person: LoadTestTenant['people'][number]
  place: LoadTestTenant['conversations'][number]
}

/** A client that keeps a conversation open through connection failures. */
export interface ConversationFollower {
  /** Number of messages received without a gap from the first one. */
  readonly position: number
  /** Number of messages received after a gap. */
  readonly ahead: number
  stop(): Promise<void>
}

/** Joins a conversation, fetches missed messages, receives events, and reconnects after an interruption, as the panel does. */
export function followConversation({ url, tenantId, person, place }: FollowedConversation): ConversationFollower {
  const seen = new Set<number>()
  let position = 0
  const stopped = new AbortController()
  let hangUp = () => {}
  const take = (seqs: readonly (number | undefined)[]) => {
    for (const seq of seqs) if (seq !== undefined && seq > position) seen.add(seq)
    while (seen.delete(position + 1)) position += 1
  }
  const catchUp = async () => {
    for (let read = PAGE_SIZE; read === PAGE_SIZE; ) {
      const query = { afterSeq: String(position), limit: String(PAGE_SIZE) }
      const { history } = (await callAsUser(url, person.token, getConversation, { params: place, query })).data
      take(history.map(({ seq }) => seq))
      read = history.length
    }
  }
  const listen = async () => {
    const { token } = (await callAsUser(url, person.token, websocketToken)).data
    const line = await connectPlainSocket(url, token)
    if (stopped.signal.aborted) return void line.close()
    const cut = new Promise<void>((resolve) => {
      line.once('disconnect', () => resolve())
      hangUp = () => line.close()
    })
    try {
      line.on('lead', ({ message }: { message: { seq?: number } }) => {
        take([message.seq])
        if (seen.size > 0) catchUp().catch(() => {})
      })
      const joined = await Promise.race([
        line.emitWithAck('join_conversation', {
          leadId: place.leadId,
          userId: person.userId,
          tenantId,
        }) as Promise<EventAck>,
        cut,
      ])
      if (!joined?.ok) return
      await catchUp()
      await cut
    } finally {
      line.close()
    }
  }
  const living = (async () => {
    while (!stopped.signal.aborted) {
      await listen().catch(() => {})
      await wait(RETRY_DELAY_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })()
  return {
    get position() {
      return position
    },
    get ahead() {
      return seen.size
    },
    stop: async () => {
      stopped.abort()
      hangUp()
      await living
    },
  }
}
