import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { login } from '@prosa/contract/calls/accounts/auth'
import { completeOnboarding } from '@prosa/contract/calls/accounts/onboarding'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { listLeads } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { requestStatus } from '../clients/request-status.ts'
import { sendVisitorMessage, solveProofOfWork } from '../clients/visitor-message.ts'
import {
  ATTACK_CONCURRENCY,
  createAnonymousCaller,
  openUnauthenticatedSocket,
  sendAsNewVisitor,
  sendUnfinishedBodies,
} from './anonymous-attacks.ts'
import { type AttackTarget, KNOWN_VISITOR_ADDRESS } from './attack-target.ts'

/** Milliseconds between messages of a known visitor and of a legitimate new visitor of the attacked organisation. */
const VISITOR_INTERVAL_MS = 4_000

interface AttackCounts {
  asked: number
  /** Number of answers with status 429 or 503. */
  refused: number
}

/** The numbers of attacking requests, and what happened to the visitors of the attacked web chat. */
export type AttackResult = AttackCounts & { readonly visitors: Awaited<ReturnType<typeof simulateVisitors>> }

/** Repeats an attack until `over` is aborted, `width` requests at a time. */
const repeatAttack = async (
  width: number,
  over: AbortSignal,
  attack: (n: number) => Promise<number | null>,
): Promise<AttackCounts> => {
  const asking = { asked: 0, refused: 0 }
  const one = async () => {
    while (!over.aborted) {
      const status = await attack(asking.asked++)
      if (status === 429 || status === 503) asking.refused += 1
    }
  }
  await Promise.all(Array.from({ length: width }, one))
  return asking
}

const SEARCH_WORDS = ['a', 'e', 'an', 'ma', 'ana', 'gom', 'amar', '9', '11', '%', '_a', 'a a']

/**
 * Starts the attacks: one operator, one visitor and one address, each as fast as answers arrive, and requests without a session from many
 * addresses.
 */
const startAttacks = ({ url, agentId, token }: AttackTarget, over: AbortSignal): Promise<AttackCounts>[] => {
  const word = (n: number) => SEARCH_WORDS[n % SEARCH_WORDS.length] ?? ''
  return [
    repeatAttack(8, over, (n) =>
      requestStatus(url, listConversations, { params: { agentId }, token, query: { search: word(n), limit: '100' } }),
    ),
    repeatAttack(4, over, (n) => requestStatus(url, listLeads, { token, query: { search: word(n) } })),
    repeatAttack(2, over, (n) =>
      requestStatus(url, sendWebchatMessage, {
        params: { agentId },
        body: { content: `Oi ${n}` },
        address: '10.1.1.1',
        key: `v${n}`,
      }),
    ),
    repeatAttack(2, over, (n) =>
      requestStatus(url, completeOnboarding, {
        params: { token: 'no-token-of-anybody' },
        body: { name: 'Ana Lima', phone: `+55119${String(10_000_000 + n)}`, password: 'Senha@123' },
        address: '10.1.1.1',
      }),
    ),
    repeatAttack(2, over, (n) =>
      requestStatus(url, login, {
        body: { phone: `+55119${String(20_000_000 + n)}`, password: 'Senha@123' },
        address: '10.1.1.1',
      }),
    ),
    repeatAttack(ATTACK_CONCURRENCY.unfinished, over, (n) => sendUnfinishedBodies({ url, agentId }, n, over)),
    repeatAttack(ATTACK_CONCURRENCY.nameless, over, (n) => openUnauthenticatedSocket({ url, agentId }, n, over)),
    repeatAttack(ATTACK_CONCURRENCY.calls, over, createAnonymousCaller({ url, agentId })),
    repeatAttack(ATTACK_CONCURRENCY.strangers, over, (n) => sendAsNewVisitor({ url, agentId }, n)),
  ]
}

/** Simulates visitors of the attacked web chat: a known one continues to write, and legitimate new ones solve the proof of work. */
const simulateVisitors = async ({ url, agentId, cookie }: AttackTarget, over: AbortSignal) => {
  const found = { known: 0, knownRefused: 0, strangers: 0, strangersRefused: 0, slowest: 0, statuses: new Set<number | null>() }
  for (; !over.aborted; await wait(VISITOR_INTERVAL_MS)) {
    const n = found.known++
    const started = performance.now()
    const known = await sendVisitorMessage(url, { agentId, address: KNOWN_VISITOR_ADDRESS, key: `known-${n}`, cookie })
    if (known.status !== 200) found.knownRefused += 1
    found.slowest = Math.max(found.slowest, Math.round(performance.now() - started))
    found.statuses.add(known.status)
    const stranger = { agentId, address: `127.0.15.${1 + n}`, key: 'first' }
    const first = await sendVisitorMessage(url, stranger)
    const last = first.challenge
      ? await sendVisitorMessage(url, { ...stranger, proof: await solveProofOfWork(first.challenge) })
      : first
    found.strangers += 1
    if (last.status !== 200) found.strangersRefused += 1
    found.statuses.add(last.status)
  }
  return found
}

/**
 * Runs in its own thread with the lowest priority: real attackers and visitors use the processors of their own machines, and must not slow down
 * the server here except by their requests. On Linux, a priority belongs to a thread.
 */
const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
setPriority(threadId, constants.priority.PRIORITY_LOW)
const stopController = new AbortController()
const target = workerData as AttackTarget
const runningAttacks = startAttacks(target, stopController.signal)
const runningVisitors = simulateVisitors(target, stopController.signal)
if (!parentPort) throw new Error('attack-worker.ts is the code of a thread')
await once(parentPort, 'message')
stopController.abort()
const all = await Promise.all(runningAttacks)
const sumCounts = (key: keyof AttackCounts) => all.reduce((so, one) => so + one[key], 0)
const result: AttackResult = { asked: sumCounts('asked'), refused: sumCounts('refused'), visitors: await runningVisitors }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window, and has no origin
parentPort.postMessage(result)
