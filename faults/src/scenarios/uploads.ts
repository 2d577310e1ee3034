import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { updateAgent } from '@prosa/contract/calls/agent'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import type { Message } from '@prosa/contract/entities/message'
import { buildWorld, storedMessages, type World } from '../../../apps/server/src/testing/world.ts'
import { root } from '../../../scripts/bootstrap.mjs'
import { BROWSER_ARGS, findChromium } from '../../../scripts/product/browser.ts'
import { Product } from '../../../scripts/product/product.ts'
import { makeCall } from '../call.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { disturbAlong } from '../disturb.ts'
import { type Line, PanelTab, untilDone } from '../parts/panel-tab.ts'
import { brokenPromises, limit, QUIET, type Run, type Scenario, SECRET, scaled } from '../scenario.ts'
import type { Sent } from '../send-all.ts'
import { judge } from '../verdict.ts'
import { writeAsVisitor } from '../visitor.ts'

const FILES = 10_000
const KILLS = 50
/** Number of concurrent browsers, each with its own conversation. */
const BROWSERS = 2
const FILES_A_TRAY = 10
/** Rounds per user, within the rate limit of 30 messages per minute. */
const ROUNDS_A_PERSON = 2
const TABS_KILLED = 40
const LARGEST = 60_000
const SETTLES_WITHIN_MS = 300_000
const PAGE = 100

const chromiumHere = () => findChromium(chromium.executablePath())

interface Round {
  /** Written messages in order; files are identified by their captions. */
  written: string[]
  sizes: ReadonlyMap<string, number>
}

const aRound = (name: string, chance: Chance): Round => {
  const files = Array.from({ length: chance.int(1, FILES_A_TRAY) }, (_, n) => `${name} arquivo ${n}`)
  const sizes = new Map(files.map((caption) => [caption, chance.int(100, LARGEST)]))
  return { written: [`${name} antes`, ...files, `${name} depois`], sizes }
}

const bytesOf = (caption: string, size: number): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7 ${caption}\n`), Buffer.alloc(size, '%')])

interface Place {
  url: string
  person: World['people'][number]
  talk: World['conversations'][number]
}

const historyOf = async ({ url, person, talk }: Place): Promise<Message[]> =>
  (await makeCall(url, person.token, getConversation, { params: talk, query: { limit: String(PAGE) } })).data.history

/**
 * Writes one round and possibly kills the tab during it.
 * @returns the stored messages of the round by content
 */
async function play(tab: PanelTab, place: Place, round: Round, chance: Chance, tally: Tally): Promise<Map<string, Message>> {
  const [before = '', ...others] = round.written
  const behind = others.pop() ?? ''
  const arrived = async () => {
    const history = await untilDone(() => historyOf(place))
    return new Map(history.filter(({ content }) => round.written.includes(content)).map((message) => [message.content, message]))
  }
  const missing = async () => {
    const here = await arrived()
    return round.written.filter((one) => !here.has(one))
  }
  await tab.say(before)
  await tab.attach(
    others.map((caption) => ({ name: `${caption}.pdf`, caption, bytes: bytesOf(caption, round.sizes.get(caption) ?? 0) })),
  )
  await tab.say(behind)
  if (chance.happens(TABS_KILLED)) {
    // From the moment the browser stores a message, its delivery is guaranteed.
    await untilDone(async () => {
      // A text without a file fails at once and needs a manual retry.
      await tab.sendAgain(await missing())
      const [here, kept] = [await arrived(), await tab.kept()]
      const gone = round.written.filter((one) => !here.has(one) && !kept.includes(one))
      if (gone.length > 0) throw new Error(`Neither there nor kept: ${gone.join(', ')}; the page shows: ${await tab.shown()}`)
    })
    await wait(chance.int(0, 400))
    const there = await arrived()
    await tab.kill()
    if (round.written.some((one) => !there.has(one))) tally.amid += 1
    tally.killed += 1
    await tab.reopen()
  }
  for (const since = Date.now(); ; await wait(100)) {
    const here = await arrived()
    if (here.size === round.written.length || Date.now() - since > SETTLES_WITHIN_MS) return here
    await tab.sendAgain(round.written.filter((one) => !here.has(one)))
  }
}

interface Tally {
  sent: Sent[]
  inOrder: Sent[]
  rounds: number
  files: number
  /** Number of killed tabs, and of those killed with unsent messages. */
  killed: number
  amid: number
  textsByHand: number
  filesByHand: number
  wrongFiles: number
}

const sentOf = (place: Place, content: string, message: Message | undefined): Sent => ({
  conversationId: place.talk.conversationId,
  content,
  messageId: message?.message_id ?? '',
  attempts: 1,
  ms: 0,
})

async function sit(browser: Browser, place: Omit<Place, 'person'>, rounds: number, given: Seating): Promise<void> {
  const { chance, line, tally, people, name } = given
  let tab: PanelTab | null = null
  for (let n = 0; n < rounds; n += 1) {
    const person = people[Math.floor(n / ROUNDS_A_PERSON)]
    if (!person) throw new Error('There are too few people')
    const at = { ...place, person }
    if (n % ROUNDS_A_PERSON === 0) {
      await tab?.close()
      const address = `/chat/${place.talk.leadId}/${place.talk.conversationId}`
      tab = await PanelTab.open(browser, { url: place.url, person, address, line })
    }
    if (!tab) throw new Error('Unreachable: the first round opens one')
    tab.byHand.clear()
    const round = aRound(`${name}.${n}`, chance)
    const here = await play(tab, at, round, chance, tally)
    tally.rounds += 1
    for (const content of round.written) {
      const one = sentOf(at, content, here.get(content))
      tally.sent.push(one)
      if (tab.byHand.has(content)) tally[round.sizes.has(content) ? 'filesByHand' : 'textsByHand'] += 1
      else tally.inOrder.push(one)
      if (!round.sizes.has(content)) continue
      tally.files += 1
      const size = bytesOf(content, round.sizes.get(content) ?? 0).length
      const attachment = here.get(content)?.attachment
      if (attachment?.filename !== `${content}.pdf` || attachment.size !== size) tally.wrongFiles += 1
    }
  }
  await tab?.close()
}

/**
 * Creates conversations: users may write only after the lead has, and leads may write only to an active agent. Then deactivates the agent.
 */
async function begunTalks(url: string, { agentId, people }: World): Promise<World['conversations']> {
  const token = people[0]?.token ?? ''
  const setActive = (active: boolean) => makeCall(url, token, updateAgent, { params: { id: agentId }, body: { active } })
  await setActive(true)
  for (let n = 0; n < BROWSERS; n += 1) await writeAsVisitor(url, { agentId, content: 'Pode mandar?', n })
  await setActive(false)
  const { data } = await makeCall(url, token, listConversations, { params: { agentId } })
  return data.conversations
    .filter(({ last_client_message_at }) => last_client_message_at)
    .map(({ _id, lead_id }) => ({ conversationId: _id, leadId: lead_id }))
}

interface Seating {
  name: string
  chance: Chance
  line: Line
  tally: Tally
  people: World['people']
}

async function run(given: Run) {
  const executablePath = chromiumHere() ?? ''
  const server = await Product.prepare(QUIET)
  const rounds = Math.ceil(scaled(given, FILES) / ((FILES_A_TRAY + 1) / 2) / BROWSERS)
  const peopleEach = Math.ceil(rounds / ROUNDS_A_PERSON)
  const world = await buildWorld({ dataDir: server.dataDir }, SECRET, { people: peopleEach * BROWSERS, conversations: 1 })
  const counts = { rounds: 0, files: 0, killed: 0, amid: 0, textsByHand: 0, filesByHand: 0, wrongFiles: 0 }
  const tally: Tally = { sent: [], inOrder: [], ...counts }
  const line: Line = { chance: chanceOf(given.seed, 'line'), cuts: 5, lostAnswers: 5, slow: 150, strikes: 0 }
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGS] })
  try {
    await server.start()
    const talks = await begunTalks(server.url, world)
    const started = performance.now()
    const times = scaled(given, KILLS)
    const disturbing = disturbAlong({
      times,
      all: rounds * BROWSERS,
      done: () => tally.rounds,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
      patienceMs: SETTLES_WITHIN_MS * 2,
    })
    const sitting = talks.map((talk, n) =>
      sit(browser, { url: server.url, talk }, rounds, {
        name: `${n}`,
        chance: chanceOf(given.seed, `browser ${n}`),
        line,
        tally,
        people: world.people.slice(n * peopleEach, (n + 1) * peopleEach),
      }),
    )
    const [serverKills] = await Promise.all([disturbing, ...sitting])
    const seconds = (performance.now() - started) / 1_000
    await server.stop()
    const stored = await storedMessages({ dataDir: server.dataDir }, world.tenantId)
    const verdict = { ...judge(tally.sent, stored), outOfOrder: judge(tally.inOrder, stored).outOfOrder }
    return {
      figures: {
        ...verdict,
        files: tally.files,
        'server killed': serverKills,
        'tabs killed': tally.killed,
        'of them amid something unsent': tally.amid,
        'calls cut or unanswered': line.strikes,
        'texts sent again by hand': tally.textsByHand,
        'files sent again by hand': tally.filesByHand,
        'files that are others': tally.wrongFiles,
        seconds: Math.round(seconds),
      },
      broken: [
        ...brokenPromises(verdict),
        ...limit('files that are others', tally.wrongFiles, 0),
        ...(tally.amid === 0 ? ['no tab was killed amid something'] : []),
        ...(serverKills < times ? [`the server was killed ${serverKills} times instead of ${times}`] : []),
      ],
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

const missing = (): string | null => {
  if (!chromiumHere()) return 'no Chromium was found: set CHROMIUM_PATH'
  return existsSync(join(root, 'apps/panel/dist/index.html')) ? null : 'the panel is not built: npm run build'
}

export const uploads: Scenario = {
  name: 'uploads',
  says: 'people send files among texts from the panel in a browser; its tabs and the server are killed, calls are cut and answers lost',
  missing,
  run,
}
