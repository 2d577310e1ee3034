import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listConversations } from '@prosa/contract/calls/conversations'
import { incoming, text, webhook } from '../../../apps/server/src/testing/meta-wire.ts'
import { makeCall } from '../call.ts'
import { BUSY_WORD, READ, THROWING_WORD } from '../parts/poison-words.ts'
import { poisonWithFiles } from '../parts/poisoned-files.ts'
import { type Finding, limit, type Run, type Scenario, scaled } from '../scenario.ts'
import { spread } from '../verdict.ts'
import { writeAsVisitor } from '../visitor.ts'
import { openWhatsappWorld, untilThereAre, type WhatsappWorld } from '../whatsapp-world.ts'

const PROBE = join(import.meta.dirname, '../parts/poisoned-patterns.ts')
/** Leads that write each kind of poison. */
const EACH = 8
const RESTARTS = 3
const LOOK_MS = 20
/** Any other request's longest wait, and a process's that is told to end. */
const WAIT_MS = 250
const END_MS = 5_000
/** One poisoned text is read so often at most: what throws is tried five times, and what ended a process once more for each. */
const READ_AT_MOST = 5 + RESTARTS
/** What has not come back in so long is not coming back. */
const QUIET_MS = 15_000

/** Texts that once kept a process busy for minutes, and others as a bad will would write them. */
const BACKTRACKING = [
  `${'tudo '.repeat(26)}x`,
  `daqui ${'a '.repeat(40)}x`,
  `${'nao '.repeat(60)}x`,
  `${'quero '.repeat(60)}${'1'.repeat(60)}`,
  `${'a'.repeat(3_000)}!`,
  `${'. '.repeat(2_000)}x`,
  '<'.repeat(2_000),
  `R$ ${'1.'.repeat(1_000)}x`,
]

/** Signed webhooks that no code expects, beside a good one of the same sender. */
const strangeBodies = (): object[] => [
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

interface Poison {
  said: string
  send: (desk: WhatsappWorld) => Promise<unknown>
}

const overWhatsapp =
  (phone: string, id: string, body: object): Poison['send'] =>
  (desk) =>
    desk.deliver(incoming(desk.numberId, { phone }, id, body))

const overWebchat =
  (content: string, n: number): Poison['send'] =>
  ({ server, world }) =>
    writeAsVisitor(server.url, { agentId: world.agentId, content, n })

function poisons(given: Run): Poison[] {
  const each = scaled(given, EACH)
  const worded = [BUSY_WORD, THROWING_WORD].flatMap((word) => Array.from({ length: each }, (_, n) => `${word} ${n}`))
  const written = [...worded, ...BACKTRACKING].map((said, n) => ({
    said,
    send: n % 2 === 0 ? overWhatsapp(`5521${940_000_000 + n}`, `wamid.POISON${n}`, text(said)) : overWebchat(said, n),
  }))
  const strange = strangeBodies().map((body, n) => ({
    said: '',
    send: async (desk: WhatsappWorld) => {
      const phone = `5521${950_000_000 + n}`
      await overWhatsapp(phone, `wamid.STRANGE${n}`, body)(desk)
      await overWhatsapp(phone, `wamid.GOOD${n}`, text('Bom dia!'))(desk)
    },
  }))
  const nobody = { said: '', send: (desk: WhatsappWorld) => desk.deliver(webhook(desk.numberId, 'messages', { messages: [{}] })) }
  return [...written, ...strange, nobody]
}

/** Texts and webhooks, amid ends and kills. */
async function poisonWithTexts(given: Run): Promise<Finding> {
  const desk = await openWhatsappWorld({ TRUST_PROXY: '1' }, 1, PROBE)
  const { server, world } = desk
  const token = world.people[0]?.token ?? ''
  const list = () =>
    makeCall(server.url, token, listConversations, { params: { agentId: world.agentId }, query: { limit: '100' } })
  const waits: number[] = []
  const over = new AbortController()
  let [isUp, failed] = [true, 0]
  const looking = (async () => {
    for (; !over.signal.aborted; await wait(LOOK_MS)) {
      if (!isUp) continue
      const started = performance.now()
      const isAnswered = await list().then(
        () => true,
        () => false,
      )
      // What a process that ends keeps waiting says nothing of poison.
      if (!isUp) continue
      if (isAnswered) waits.push(performance.now() - started)
      else failed += 1
    }
  })()
  const ends: number[] = []
  const all = poisons(given)
  try {
    await desk.letAgentAnswer()
    const step = Math.ceil(all.length / (RESTARTS + 1))
    for (let time = 0; time <= RESTARTS; time += 1) {
      await Promise.all(all.slice(time * step, (time + 1) * step).map(({ send }) => send(desk)))
      if (time === RESTARTS) break
      // Right amid the reading of what has just come in: the burst's time, and a moment of its turn.
      await wait(2_700)
      isUp = false
      const started = performance.now()
      await (time % 2 === 0 ? server.stop() : server.kill())
      if (time % 2 === 0) ends.push(performance.now() - started)
      await server.start()
      // The first request after a start is a start's, not poison's.
      await list()
      isUp = true
    }
    const reads = () => server.log.split(READ).length - 1
    const settled = async () =>
      (await list()).data.conversations.filter((one) => one.needs_attention || (one.last_agent_message_at ?? '') > '')
    const talks = all.filter(({ said }) => said !== '').length + strangeBodies().length
    const answered = await untilThereAre(async () => (await settled()).length, talks, 60_000)
    let [before, since] = [reads(), Date.now()]
    for (const end = Date.now() + 4 * QUIET_MS; Date.now() - since < QUIET_MS && Date.now() < end; await wait(250)) {
      if (reads() !== before) [before, since] = [reads(), Date.now()]
    }
    const comesBack = Date.now() - since < QUIET_MS
    over.abort()
    await looking
    const started = performance.now()
    await server.stop()
    ends.push(performance.now() - started)
    const readOf = Map.groupBy(server.log.matchAll(new RegExp(`${READ} (\\w+ \\d+)`, 'g')), ([, which]) => which ?? '')
    const mostReads = Math.max(0, ...[...readOf.values()].map((times) => times.length))
    const longest = Math.round(Math.max(...waits))
    const longestEnd = Math.round(Math.max(...ends))
    return {
      figures: {
        'poisoned texts': all.length,
        'texts that were read': readOf.size,
        'one text read at most': mostReads,
        'answered or handed over': `${answered} of ${talks}`,
        'another request, p95 ms': spread(waits).p95,
        'another request, longest ms': longest,
        'looks that failed': failed,
        'told to end, longest ms': longestEnd,
      },
      broken: [
        ...limit('another request, longest ms', longest, WAIT_MS),
        ...limit('looks that failed', failed, 0),
        ...limit('told to end, longest ms', longestEnd, END_MS),
        ...limit('one text read at most', mostReads, READ_AT_MOST),
        ...(answered < talks ? [`only ${answered} of ${talks} leads were answered or handed over`] : []),
        ...(readOf.size < 2 * scaled(given, EACH) ? [`only ${readOf.size} poisoned texts were read: this proves nothing`] : []),
        ...(comesBack ? ['poisoned texts still come back'] : []),
      ],
    }
  } finally {
    over.abort()
    await desk.close()
  }
}

async function run(given: Run): Promise<Finding> {
  const texts = await poisonWithTexts(given)
  const files = await poisonWithFiles(given)
  return { figures: { ...texts.figures, ...files.figures }, broken: [...texts.broken, ...files.broken] }
}

export const poison: Scenario = {
  name: 'poison',
  says: 'texts that keep a pattern busy or make it throw, and webhooks that nobody expects, while the server is ended and killed amid them; then hostile files by every way, while another organisation works',
  missing: () => null,
  run,
}
