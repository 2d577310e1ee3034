import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import {
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { BUSY_WORD, POISON_READ_LOG, THROWING_WORD } from '../../attacks/poison-words.ts'
import { sendHostileFiles } from '../../attacks/send-hostile-files.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { sendFirstVisitorMessage } from '../../clients/first-visitor-message.ts'
import { startWhatsappInstallation, type WhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { getPercentiles } from '../../measurement/send-comparison.ts'
import { findLimitViolation, type Scenario, type ScenarioResult, type ScenarioRun, scaleCount } from '../../scenario.ts'

const POISONED_PATTERNS_MODULE = join(import.meta.dirname, '../../attacks/poisoned-patterns.ts')
/** Number of leads that write each poisoned word. */
const LEADS_PER_POISON = 8
const RESTART_COUNT = 3
const POLL_INTERVAL_MS = 20
/** Maximum milliseconds of any other request. */
const MAX_REQUEST_MS = 250
/** Maximum milliseconds of a graceful stop of the server. */
const MAX_SHUTDOWN_MS = 5_000
/** Maximum number of reads of one poisoned text: five attempts, and one more for each restart that interrupts an attempt. */
const MAX_READS = 5 + RESTART_COUNT
/** Milliseconds without another read after which the poisoned texts count as given up. */
const NO_PROGRESS_TIMEOUT_MS = 15_000

/** Texts that once kept a process busy for minutes, and similar hostile texts. */
const BACKTRACKING_TEXTS = [
  `${'tudo '.repeat(26)}x`,
  `daqui ${'a '.repeat(40)}x`,
  `${'nao '.repeat(60)}x`,
  `${'quero '.repeat(60)}${'1'.repeat(60)}`,
  `${'a'.repeat(3_000)}!`,
  `${'. '.repeat(2_000)}x`,
  '<'.repeat(2_000),
  `R$ ${'1.'.repeat(1_000)}x`,
]

/** Creates message bodies of signed webhooks that no code expects. */
const createUnexpectedBodies = (): object[] => [
  { type: 'text' },
  { type: 'text', text: null },
  { type: 'text', text: { body: 12 } },
  { type: 'text', text: { body: 'nulo \u0000 no meio' } },
  { type: 'text', text: { body: '\ud800 meio par' } },
  { type: 'image', image: {} },
  { type: 'location', location: { latitude: 'x', longitude: Number.MAX_VALUE } },
  { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{' } } },
  { type: 'what-nobody-knows', anything: { deep: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown } },
]

interface PoisonedMessage {
  said: string
  send: (desk: WhatsappInstallation) => Promise<unknown>
}

const sendOverWhatsapp =
  (phone: string, id: string, body: object): PoisonedMessage['send'] =>
  (desk) =>
    desk.deliver(buildMessageWebhook(desk.numberId, { phone }, id, body))

const sendOverWebchat =
  (content: string, n: number): PoisonedMessage['send'] =>
  ({ server, world }) =>
    sendFirstVisitorMessage(server.url, { agentId: world.agentId, content, n })

function createPoisonedMessages(given: ScenarioRun): PoisonedMessage[] {
  const each = scaleCount(given, LEADS_PER_POISON)
  const worded = [BUSY_WORD, THROWING_WORD].flatMap((word) => Array.from({ length: each }, (_, n) => `${word} ${n}`))
  const written = [...worded, ...BACKTRACKING_TEXTS].map((said, n) => ({
    said,
    send:
      n % 2 === 0
        ? sendOverWhatsapp(`5521${940_000_000 + n}`, `wamid.POISON${n}`, buildTextBody(said))
        : sendOverWebchat(said, n),
  }))
  const strange = createUnexpectedBodies().map((body, n) => ({
    said: '',
    send: async (desk: WhatsappInstallation) => {
      const phone = `5521${950_000_000 + n}`
      await sendOverWhatsapp(phone, `wamid.STRANGE${n}`, body)(desk)
      await sendOverWhatsapp(phone, `wamid.GOOD${n}`, buildTextBody('Bom dia!'))(desk)
    },
  }))
  const withoutSender = {
    said: '',
    send: (desk: WhatsappInstallation) => desk.deliver(buildWebhook(desk.numberId, 'messages', { messages: [{}] })),
  }
  return [...written, ...strange, withoutSender]
}

/** Sends poisoned texts and unexpected webhooks while the server is stopped and killed. */
async function sendPoisonedTexts(given: ScenarioRun): Promise<ScenarioResult> {
  const desk = await startWhatsappInstallation({ TRUST_PROXY: '1' }, 1, POISONED_PATTERNS_MODULE)
  const { server, world } = desk
  const token = world.people[0]?.token ?? ''
  const list = () =>
    callAsUser(server.url, token, listConversations, { params: { agentId: world.agentId }, query: { limit: '100' } })
  const waits: number[] = []
  const over = new AbortController()
  let [isUp, failed] = [true, 0]
  const looking = (async () => {
    for (; !over.signal.aborted; await wait(POLL_INTERVAL_MS)) {
      if (!isUp) continue
      const started = performance.now()
      const isAnswered = await list().then(
        () => true,
        () => false,
      )
      // Not measured: the wait for a server that is stopping.
      if (!isUp) continue
      if (isAnswered) waits.push(performance.now() - started)
      else failed += 1
    }
  })()
  const ends: number[] = []
  const all = createPoisonedMessages(given)
  try {
    await desk.letAgentAnswer()
    const step = Math.ceil(all.length / (RESTART_COUNT + 1))
    for (let time = 0; time <= RESTART_COUNT; time += 1) {
      await Promise.all(all.slice(time * step, (time + 1) * step).map(({ send }) => send(desk)))
      if (time === RESTART_COUNT) break
      // The burst's waiting time and the beginning of the turn, so that the restart interrupts the reading of the new texts.
      await wait(2_700)
      isUp = false
      const started = performance.now()
      await (time % 2 === 0 ? server.stop() : server.kill())
      if (time % 2 === 0) ends.push(performance.now() - started)
      await server.start()
      // Not measured: the first request after a start.
      await list()
      isUp = true
    }
    const reads = () => server.log.split(POISON_READ_LOG).length - 1
    const settled = async () =>
      (await list()).data.conversations.filter((one) => one.needs_attention || (one.last_agent_message_at ?? '') > '')
    const talks = all.filter(({ said }) => said !== '').length + createUnexpectedBodies().length
    const answered = await waitForCount(async () => (await settled()).length, talks, 60_000)
    let [before, since] = [reads(), Date.now()]
    for (
      const end = Date.now() + 4 * NO_PROGRESS_TIMEOUT_MS;
      Date.now() - since < NO_PROGRESS_TIMEOUT_MS && Date.now() < end;
      await wait(250)
    ) {
      if (reads() !== before) [before, since] = [reads(), Date.now()]
    }
    const areReadAgain = Date.now() - since < NO_PROGRESS_TIMEOUT_MS
    over.abort()
    await looking
    const started = performance.now()
    await server.stop()
    ends.push(performance.now() - started)
    const readOf = Map.groupBy(server.log.matchAll(new RegExp(`${POISON_READ_LOG} (\\w+ \\d+)`, 'g')), ([, which]) => which ?? '')
    const mostReads = Math.max(0, ...[...readOf.values()].map((times) => times.length))
    const longest = Math.round(Math.max(...waits))
    const longestEnd = Math.round(Math.max(...ends))
    return {
      figures: {
        'poisoned texts': all.length,
        'texts that were read': readOf.size,
        'one text read at most': mostReads,
        'answered or handed over': `${answered} of ${talks}`,
        'another request, p95 ms': getPercentiles(waits).p95,
        'another request, longest ms': longest,
        'looks that failed': failed,
        'told to end, longest ms': longestEnd,
      },
      broken: [
        ...findLimitViolation('another request, longest ms', longest, MAX_REQUEST_MS),
        ...findLimitViolation('looks that failed', failed, 0),
        ...findLimitViolation('told to end, longest ms', longestEnd, MAX_SHUTDOWN_MS),
        ...findLimitViolation('one text read at most', mostReads, MAX_READS),
        ...(answered < talks ? [`only ${answered} of ${talks} leads were answered or handed over`] : []),
        ...(readOf.size < 2 * scaleCount(given, LEADS_PER_POISON)
          ? [`only ${readOf.size} poisoned texts were read: this proves nothing`]
          : []),
        ...(areReadAgain ? ['poisoned texts still come back'] : []),
      ],
    }
  } finally {
    over.abort()
    await desk.close()
  }
}

async function runPoison(given: ScenarioRun): Promise<ScenarioResult> {
  const texts = await sendPoisonedTexts(given)
  const files = await sendHostileFiles(given)
  return { figures: { ...texts.figures, ...files.figures }, broken: [...texts.broken, ...files.broken] }
}

export const hostileInputScenario: Scenario = {
  name: 'poison',
  says: 'texts that keep a pattern busy or make it throw, and unexpected webhooks, while the server is stopped and killed; then hostile files by every path, while another organisation works',
  missing: () => null,
  run: runPoison,
}
