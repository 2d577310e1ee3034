import { TZDate } from '@date-fns/tz'
import type { AgentType } from '@prosa/contract/entities/agents/agent'
import { addMinutes } from 'date-fns/addMinutes'
import { addSeconds } from 'date-fns/addSeconds'
import { setHours } from 'date-fns/setHours'
import { subMinutes } from 'date-fns/subMinutes'
import type { SeededRandom } from '../seeded-random.ts'
import type { DemoPerson } from './demo-people.ts'
import type { DemoConversation, DemoMessage, DemoStaff } from './demo-tenant.ts'
import { parseMeeting } from './parse-meeting.ts'
import { createDemoAttachment, parseStoryLines, type Story, type StoryLine } from './parse-story.ts'
import { fillPlaceholders, type PlaceholderResolver } from './placeholder-resolver.ts'

/** An agent of the demo, with the indexes of its special conversations, newest first. */
export interface DemoAgentPlan {
  readonly name: string
  readonly type: AgentType
  readonly count: number
  readonly attention: readonly number[]
  readonly archived: readonly number[]
  readonly paused: readonly number[]
}

interface DemoConversationInput {
  readonly story: Story
  readonly person: DemoPerson
  readonly fill: PlaceholderResolver
  readonly random: SeededRandom
  readonly staff: readonly DemoStaff[]
  readonly role: DemoAgentPlan
  readonly index: number
  readonly now: Date
}

const TIME_ZONE = 'America/Sao_Paulo'
const DAY_MINUTES = 1_440
/** Minutes since the last message, by index: one busy hour, one day, and several weeks. */
const AGES_MINUTES = [
  2, 7, 16, 34, 61, 97, 155, 240, 390, 610, 880, 1_180, 1_560, 2_300, 3_400, 4_900, 7_300, 10_500, 14_900, 20_400, 29_000, 41_000,
]

const ATTENTION_REQUESTS: Readonly<Partial<Record<AgentType, { text: string; reason: string }>>> = {
  SDR: {
    text: 'L {prefiro falar com uma pessoa, pode ser?|queria falar com alguém da equipe antes, dá?}\nA Claro! Já chamei uma pessoa da equipe, que continua com você por aqui.',
    reason: 'Lead pediu para falar com uma pessoa',
  },
  CLOSER: {
    text: 'L {consegue melhorar a condição? queria falar com quem decide|quem aprova o desconto? queria falar direto}\nA Entendo! Chamei uma pessoa da equipe pra ver isso com você.',
    reason: 'Lead quer negociar a condição com uma pessoa',
  },
  POS_VENDA: {
    text: 'L {já faz tempo que espero, quero falar com o gerente|cansei de esperar, me passa o responsável por favor}\nA Você tem razão em cobrar. Já chamei uma pessoa da equipe pra cuidar disso agora.',
    reason: 'Lead insatisfeito pediu o responsável',
  },
}
const TAKEOVER_STATUSES = ['Assumiu a conversa', 'Negociando direto com o lead', 'Caso delicado, atendimento humano']

/** Returns the minutes since the last message. Agents with few conversations cover the same weeks. */
const getAgeMinutes = ({ role, index, random }: DemoConversationInput): number => {
  const place = role.count >= AGES_MINUTES.length ? index : Math.floor((index * AGES_MINUTES.length) / role.count)
  return ((AGES_MINUTES[place % AGES_MINUTES.length] ?? DAY_MINUTES) * random.int(80, 135)) / 100
}

/** Returns how many sections of the story have happened. Recent conversations are at any stage, most older ones are complete. */
const countFinishedSections = ({ story, index }: DemoConversationInput, age: number): number => {
  const all = story.sections.length
  return age > 1.5 * DAY_MINUTES && index % 3 !== 0 ? all : all - (index % all)
}

/** Returns the lines of the sections that have happened, with the agent's answer to the last one. */
const getFinishedLines = ({ story }: DemoConversationInput, told: number): StoryLine[] => {
  const lines = story.sections.slice(0, told).flatMap((section) => section.lines)
  const next = story.sections[told]?.lines[0]
  return lines.at(-1)?.who === 'lead' && next?.who === 'agent' ? [...lines, next] : lines
}

const getEndTime = (now: Date, age: number, random: SeededRandom): Date => {
  const end = subMinutes(now, age)
  if (age < DAY_MINUTES) return end
  const local = new TZDate(end.getTime(), TIME_ZONE)
  return new Date(addMinutes(setHours(local, random.int(9, 19)), -DAY_MINUTES).getTime())
}

/** Returns the seconds before a line. Agents answer faster than people. */
const getDelaySeconds = (line: StoryLine, previous: StoryLine | undefined, random: SeededRandom): number => {
  if (line.silence > 0) return line.silence * 60 + random.int(-900, 900)
  if (line.who === 'agent') return random.int(4, 11)
  if (line.who !== 'lead') return random.int(90, 900)
  return previous?.who === 'lead' ? random.int(6, 40) : random.int(25, 420)
}

const toMessages = (lines: readonly StoryLine[], casting: DemoConversationInput, end: Date): DemoMessage[] => {
  const { random, fill, staff } = casting
  const gaps = lines.map((line, index) => getDelaySeconds(line, lines[index - 1], random))
  let at = addSeconds(end, -gaps.slice(1).reduce((sum, gap) => sum + gap, 0))
  return lines.map((line, index) => {
    if (index > 0) at = addSeconds(at, gaps[index] ?? 0)
    const text = fillPlaceholders(line.text, fill, random)
    const attachment = createDemoAttachment(line.type, text)
    // A contact card contains only a name and a number.
    const said = line.type === 'audio' && text !== '' ? text : undefined
    const content = line.type === 'contact' ? (attachment?.name ?? '') : said ? '' : text
    const sender = typeof line.who === 'number' ? (staff[line.who] ?? staff[0] ?? null) : null
    return {
      role: line.who === 'lead' ? 'humano' : 'AI',
      type: line.type,
      content,
      at,
      manual: sender !== null,
      sender: sender && { id: sender.id, name: sender.name },
      attachment,
      said,
      answers: line.answers,
      reaction: line.reaction && { emoji: line.reaction.emoji, person: (staff[line.reaction.by] ?? staff[0])?.name ?? '' },
      ad: line.ad && { headline: fillPlaceholders(line.ad.headline, fill, random), body: line.ad.body },
    }
  })
}

/** Returns the meeting agreed in the sections that have happened, or null. */
const getAgreedMeeting = (
  { story, fill, random, person }: DemoConversationInput,
  told: number,
  messages: readonly DemoMessage[],
) => {
  const place = story.sections.slice(0, told).findLastIndex(({ stage }) => stage === 'agendamento')
  const section = story.sections[place]
  const lines = story.sections.slice(0, place + 1).flatMap((one) => one.lines).length
  const agreed = messages[lines - 1]
  return section && agreed
    ? parseMeeting(fillPlaceholders(section.status, fill, random), person.name, agreed.at, TIME_ZONE)
    : null
}

/** Creates a conversation from a story, up to some point, with the given people and end. */
export const createDemoConversation = (casting: DemoConversationInput): DemoConversation => {
  const { story, person, fill, random, staff, role, index, now } = casting
  const age = getAgeMinutes(casting)
  const told = countFinishedSections(casting, age)
  const last = story.sections[told - 1]
  if (!last) throw new Error('A story without sections')
  const demand = role.attention.includes(index) ? ATTENTION_REQUESTS[role.type] : undefined
  const holder = role.paused.includes(index) ? staff[index % staff.length] : undefined
  const lines = [
    ...getFinishedLines(casting, told),
    ...(demand ? parseStoryLines(demand.text) : []),
    ...(holder ? buildTakeoverLines(holder, casting) : []),
  ]
  const messages = toMessages(lines, casting, getEndTime(now, age, random))
  const fromLead = messages.filter(({ role: who }) => who === 'humano').length
  const firstAt = messages[0]?.at ?? now
  const archive = role.archived.includes(index)
  return {
    lead: {
      name: person.name,
      company: story.sections.some(({ summary }) => summary.includes('{empresa}')) ? person.company : null,
      phone: person.phone,
      email: index % 3 === 0 ? person.email : null,
      origin: person.origin,
      createdAt: subMinutes(firstAt, 1),
      archive,
      pause: holder
        ? {
            by: { id: holder.id, name: holder.name },
            reason: random.pick(TAKEOVER_STATUSES),
            at: messages.findLast(({ manual }) => manual)?.at ?? firstAt,
          }
        : null,
    },
    stage: last.stage,
    status: archive || (age > 10 * DAY_MINUTES && last.stage === 'fechamento') ? 'closed' : 'active',
    statusMessage: demand
      ? 'Aguardando uma pessoa da equipe'
      : holder
        ? `Em atendimento com ${holder.name.split(' ')[0]}`
        : fillPlaceholders(last.status, fill, random),
    summary: fillPlaceholders(last.summary, fill, random),
    attentionReason: demand?.reason ?? null,
    meeting: getAgreedMeeting(casting, told, messages),
    unread: archive ? 0 : holder ? 1 : age < 5 * 60 && index % 4 !== 1 ? Math.min(fromLead, random.int(1, 4)) : 0,
    messages,
  }
}

/** Returns lines in which a user takes over and the lead answers last. */
const buildTakeoverLines = (holder: DemoStaff, { staff, index }: DemoConversationInput): StoryLine[] => {
  const [who, name] = [`H${staff.indexOf(holder)}`, holder.name.split(' ')[0]]
  const ways = [
    `${who} {primeiro}, aqui é ${name}, da equipe. Vou cuidar pessoalmente do seu caso, tá?\nL que bom falar com gente! pode ser por aqui mesmo`,
    `${who} Oi, {primeiro}! ${name} falando. Estou vendo isso agora e já te respondo.\nL {obrigado}, fico no aguardo`,
    `${who} {primeiro}, sou ${name}. Posso te ligar em dez minutinhos?\nL pode sim, tô com o celular na mão`,
    `${who} Olá, {primeiro}, ${name} aqui. Consegui uma condição melhor, posso te explicar?\nL opa, explica por favor 🙏`,
    `${who} {primeiro}, é ${name}. Li tudo o que você contou pra assistente, não precisa repetir.\nL ufa, {obrigado}! e dá pra resolver hoje?`,
  ]
  return parseStoryLines(ways[index % ways.length] ?? '')
}
