import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { callAsUser } from '../clients/call-as-user.ts'

const REQUEST_INTERVAL_MS = 50

/** Whose list is requested. */
interface WatchedList {
  readonly url: string
  readonly agentId: string
  readonly token: string
}

/** Milliseconds of each request of a list, and the number of requests that failed. */
export interface ListTimes {
  readonly times: number[]
  readonly failed: number
}

/** Requests a list every 50 ms until `over`, in a thread of its own: what this thread does besides does not change the times. */
export async function measureListTimes(list: WatchedList, over: AbortSignal): Promise<ListTimes> {
  const thread = new Worker(new URL(import.meta.url), { workerData: list })
  const found = once(thread, 'message') as Promise<[ListTimes]>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window, and has no origin
  over.addEventListener('abort', () => thread.postMessage('over'), { once: true })
  const [times] = await found
  await thread.terminate()
  return times
}

async function requestUntilOver({ url, agentId, token }: WatchedList, isOver: () => boolean): Promise<ListTimes> {
  const times: number[] = []
  let failed = 0
  for (; !isOver(); await wait(REQUEST_INTERVAL_MS)) {
    const started = performance.now()
    const request = callAsUser(url, token, listConversations, { params: { agentId }, query: { limit: '40' } })
    await request.then(
      () => times.push(performance.now() - started),
      () => (failed += 1),
    )
  }
  return { times, failed }
}

if (!isMainThread && parentPort) {
  let isOver = false
  parentPort.once('message', () => {
    isOver = true
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  parentPort.postMessage(await requestUntilOver(workerData as WatchedList, () => isOver))
}
