import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { updateAgent } from '@prosa/contract/calls/agents/agent'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Message } from '@prosa/contract/entities/conversations/message'
import {
  createLoadTestTenant,
  fetchStoredMessages,
  type LoadTestTenant,
} from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { root } from '../../../../scripts/bootstrap.mjs'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { BROWSER_ARGS, findChromium } from '../../../../scripts/product/test-browser.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { sendFirstVisitorMessage } from '../../clients/first-visitor-message.ts'
import { type LineFaults, PanelTab, retryUntilDone } from '../../clients/panel-tab.ts'
import type { AnsweredSend } from '../../clients/send-from-clients.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { compareSendsWithStored } from '../../measurement/send-comparison.ts'
import {
  FAULT_SERVER_ENV,
  FAULT_SESSION_SECRET,
  findLimitViolation,
  findSendViolations,
  type Scenario,
  type ScenarioRun,
  scaleCount,
} from '../../scenario.ts'
import { createScenarioRandom, type ScenarioRandom } from '../../scenario-random.ts'

const FILE_COUNT = 10_000
const KILL_COUNT = 50
/** Number of concurrent browsers, each with its own conversation. */
const BROWSER_COUNT = 2
const MAX_FILES_PER_ROUND = 10
/** Rounds per user, within the rate limit of 30 messages per minute. */
const ROUNDS_PER_USER = 2
const TAB_KILL_PERCENT = 40
const MAX_FILE_BYTES = 60_000
const SETTLE_TIMEOUT_MS = 300_000
const PAGE_SIZE = 100

const findInstalledChromium = () => findChromium(chromium.executablePath())

interface UploadRound {
  /** Written messages in order; files are identified by their captions. */
  written: string[]
  sizes: ReadonlyMap<string, number>
}

const createRound = (name: string, chance: ScenarioRandom): UploadRound => {
  const files = Array.from({ length: chance.int(1, MAX_FILES_PER_ROUND) }, (_, n) => `${name} arquivo ${n}`)
  const sizes = new Map(files.map((caption) => [caption, chance.int(100, MAX_FILE_BYTES)]))
  return { written: [`${name} antes`, ...files, `${name} depois`], sizes }
}

const createFileBytes = (caption: string, size: number): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7 ${caption}\n`), Buffer.alloc(size, '%')])

interface UploadConversation {
  url: string
  person: LoadTestTenant['people'][number]
  talk: LoadTestTenant['conversations'][number]
}

const fetchHistory = async ({ url, person, talk }: UploadConversation): Promise<Message[]> =>
  (await callAsUser(url, person.token, getConversation, { params: talk, query: { limit: String(PAGE_SIZE) } })).data.history

/**
 * Writes one round and possibly kills the tab during it.
 * @returns the stored messages of the round by content
 */
async function runRound(
  tab: PanelTab,
  place: UploadConversation,
  round: UploadRound,
  chance: ScenarioRandom,
  tally: UploadTally,
): Promise<Map<string, Message>> {
  const [before = '', ...others] = round.written
  const behind = others.pop() ?? ''
  const arrived = async () => {
    const history = await retryUntilDone(() => fetchHistory(place))
    return new Map(history.filter(({ content }) => round.written.includes(content)).map((message) => [message.content, message]))
  }
  const missing = async () => {
    const here = await arrived()
    return round.written.filter((one) => !here.has(one))
  }
  await tab.say(before)
  await tab.attach(
    others.map((caption) => ({
      name: `${caption}.pdf`,
      caption,
      bytes: createFileBytes(caption, round.sizes.get(caption) ?? 0),
    })),
  )
  await tab.say(behind)
  if (chance.happens(TAB_KILL_PERCENT)) {
    // From the moment the browser stores a message, its delivery is guaranteed.
    await retryUntilDone(async () => {
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
    if (here.size === round.written.length || Date.now() - since > SETTLE_TIMEOUT_MS) return here
    await tab.sendAgain(round.written.filter((one) => !here.has(one)))
  }
}

interface UploadTally {
  sent: AnsweredSend[]
  inOrder: AnsweredSend[]
  rounds: number
  files: number
  /** Number of killed tabs, and of those killed with unsent messages. */
  killed: number
  amid: number
  textsByHand: number
  filesByHand: number
  wrongFiles: number
}

const toAnsweredSend = (place: UploadConversation, content: string, message: Message | undefined): AnsweredSend => ({
  conversationId: place.talk.conversationId,
  content,
  messageId: message?.message_id ?? '',
  attempts: 1,
  ms: 0,
})

async function runBrowser(
  browser: Browser,
  place: Omit<UploadConversation, 'person'>,
  rounds: number,
  given: BrowserRunOptions,
): Promise<void> {
  const { chance, line, tally, people, name } = given
  let tab: PanelTab | null = null
  for (let n = 0; n < rounds; n += 1) {
    const person = people[Math.floor(n / ROUNDS_PER_USER)]
    if (!person) throw new Error('There are too few people')
    const at = { ...place, person }
    if (n % ROUNDS_PER_USER === 0) {
      await tab?.close()
      const address = `/chat/${place.talk.leadId}/${place.talk.conversationId}`
      tab = await PanelTab.open(browser, { url: place.url, person, address, line })
    }
    if (!tab) throw new Error('Unreachable: the first round opens one')
    tab.byHand.clear()
    const round = createRound(`${name}.${n}`, chance)
    const here = await runRound(tab, at, round, chance, tally)
    tally.rounds += 1
    for (const content of round.written) {
      const one = toAnsweredSend(at, content, here.get(content))
      tally.sent.push(one)
      if (tab.byHand.has(content)) tally[round.sizes.has(content) ? 'filesByHand' : 'textsByHand'] += 1
      else tally.inOrder.push(one)
      if (!round.sizes.has(content)) continue
      tally.files += 1
      const size = createFileBytes(content, round.sizes.get(content) ?? 0).length
      const attachment = here.get(content)?.attachment
      if (attachment?.filename !== `${content}.pdf` || attachment.size !== size) tally.wrongFiles += 1
    }
  }
  await tab?.close()
}

/**
 * Creates conversations: users may write only after the lead has, and leads may write only to an active agent. Then deactivates the agent.
 */
async function createConversations(url: string, { agentId, people }: LoadTestTenant): Promise<LoadTestTenant['conversations']> {
  const token = people[0]?.token ?? ''
  const setActive = (active: boolean) => callAsUser(url, token, updateAgent, { params: { id: agentId }, body: { active } })
  await setActive(true)
  for (let n = 0; n < BROWSER_COUNT; n += 1) await sendFirstVisitorMessage(url, { agentId, content: 'Pode mandar?', n })
  await setActive(false)
  const { data } = await callAsUser(url, token, listConversations, { params: { agentId } })
  return data.conversations
    .filter(({ last_client_message_at }) => last_client_message_at)
    .map(({ _id, lead_id }) => ({ conversationId: _id, leadId: lead_id }))
}

interface BrowserRunOptions {
  name: string
  chance: ScenarioRandom
  line: LineFaults
  tally: UploadTally
  people: LoadTestTenant['people']
}

async function runUploads(given: ScenarioRun) {
  const executablePath = findInstalledChromium() ?? ''
  const server = await ProductProcess.prepare(FAULT_SERVER_ENV)
  const rounds = Math.ceil(scaleCount(given, FILE_COUNT) / ((MAX_FILES_PER_ROUND + 1) / 2) / BROWSER_COUNT)
  const peopleEach = Math.ceil(rounds / ROUNDS_PER_USER)
  const world = await createLoadTestTenant({ dataDir: server.dataDir }, FAULT_SESSION_SECRET, {
    people: peopleEach * BROWSER_COUNT,
    conversations: 1,
  })
  const counts = { rounds: 0, files: 0, killed: 0, amid: 0, textsByHand: 0, filesByHand: 0, wrongFiles: 0 }
  const tally: UploadTally = { sent: [], inOrder: [], ...counts }
  const line: LineFaults = { chance: createScenarioRandom(given.seed, 'line'), cuts: 5, lostAnswers: 5, slow: 150, strikes: 0 }
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGS] })
  try {
    await server.start()
    const talks = await createConversations(server.url, world)
    const started = performance.now()
    const times = scaleCount(given, KILL_COUNT)
    const disturbing = disturbDuringWork({
      times,
      all: rounds * BROWSER_COUNT,
      done: () => tally.rounds,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
      patienceMs: SETTLE_TIMEOUT_MS * 2,
    })
    const sitting = talks.map((talk, n) =>
      runBrowser(browser, { url: server.url, talk }, rounds, {
        name: `${n}`,
        chance: createScenarioRandom(given.seed, `browser ${n}`),
        line,
        tally,
        people: world.people.slice(n * peopleEach, (n + 1) * peopleEach),
      }),
    )
    const [serverKills] = await Promise.all([disturbing, ...sitting])
    const seconds = (performance.now() - started) / 1_000
    await server.stop()
    const stored = await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId)
    const verdict = {
      ...compareSendsWithStored(tally.sent, stored),
      outOfOrder: compareSendsWithStored(tally.inOrder, stored).outOfOrder,
    }
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
        ...findSendViolations(verdict),
        ...findLimitViolation('files that are others', tally.wrongFiles, 0),
        ...(tally.amid === 0 ? ['no tab was killed amid something'] : []),
        ...(serverKills < times ? [`the server was killed ${serverKills} times instead of ${times}`] : []),
      ],
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

const getMissingRequirement = (): string | null => {
  if (!findInstalledChromium()) return 'no Chromium was found: set CHROMIUM_PATH'
  return existsSync(join(root, 'apps/panel/dist/index.html')) ? null : 'the panel is not built: npm run build'
}

export const uploadsScenario: Scenario = {
  name: 'uploads',
  says: 'people send files among texts from the panel in a browser; its tabs and the server are killed, calls are cut and answers lost',
  missing: getMissingRequirement,
  run: runUploads,
}
