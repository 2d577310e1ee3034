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

/** A demo agent: its number of conversations, and which of them (by index, newest first) need attention, are archived or are paused. */
export interface DemoAgentPlan {
  readonly name: string
  readonly type: AgentType
  readonly conversationCount: number
  readonly attentionIndexes: readonly number[]
  readonly archivedIndexes: readonly number[]
  readonly pausedIndexes: readonly number[]
}

interface DemoConversationInput {
  readonly story: Story
  readonly person: DemoPerson
  readonly resolvePlaceholder: PlaceholderResolver
  readonly random: SeededRandom
  readonly staff: readonly DemoStaff[]
  readonly agentPlan: DemoAgentPlan
  readonly index: number
  readonly now: Date
}

const TIME_ZONE = 'America/Sao_Paulo'
const DAY_MINUTES = 1_440
/** Age of each conversation's last message in minutes, by conversation index. */
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

/**
 * Returns the age of the conversation's last message in minutes. Stretches the ages of agents with few conversations, so that they cover
 * the same weeks.
 */
const getAgeMinutes = ({ agentPlan, index, random }: DemoConversationInput): number => {
  const ageIndex =
    agentPlan.conversationCount >= AGES_MINUTES.length
      ? index
      : Math.floor((index * AGES_MINUTES.length) / agentPlan.conversationCount)
  return ((AGES_MINUTES[ageIndex % AGES_MINUTES.length] ?? DAY_MINUTES) * random.int(80, 135)) / 100
}

/**
 * Returns how many sections of the story the conversation contains. Recent conversations may stop at any section; most old ones are
 * complete.
 */
const countFinishedSections = ({ story, index }: DemoConversationInput, age: number): number => {
  const sectionCount = story.sections.length
  return age > 1.5 * DAY_MINUTES && index % 3 !== 0 ? sectionCount : sectionCount - (index % sectionCount)
}

/** Returns the lines of the first sections, plus the agent's answer to the last of these lines. */
const getFinishedLines = ({ story }: DemoConversationInput, finishedSectionCount: number): StoryLine[] => {
  const lines = story.sections.slice(0, finishedSectionCount).flatMap((section) => section.lines)
  const next = story.sections[finishedSectionCount]?.lines[0]
  return lines.at(-1)?.speaker === 'lead' && next?.speaker === 'agent' ? [...lines, next] : lines
}

const getEndTime = (now: Date, age: number, random: SeededRandom): Date => {
  const end = subMinutes(now, age)
  if (age < DAY_MINUTES) return end
  const local = new TZDate(end.getTime(), TIME_ZONE)
  return new Date(addMinutes(setHours(local, random.int(9, 19)), -DAY_MINUTES).getTime())
}

/** Returns the seconds between the previous line and this line. Agents answer faster than humans. */
const getDelaySeconds = (line: StoryLine, previous: StoryLine | undefined, random: SeededRandom): number => {
  if (line.silenceMinutes > 0) return line.silenceMinutes * 60 + random.int(-900, 900)
  if (line.speaker === 'agent') return random.int(4, 11)
  if (line.speaker !== 'lead') return random.int(90, 900)
  return previous?.speaker === 'lead' ? random.int(6, 40) : random.int(25, 420)
}

const toMessages = (lines: readonly StoryLine[], input: DemoConversationInput, end: Date): DemoMessage[] => {
  const { random, resolvePlaceholder, staff } = input
  const gaps = lines.map((line, index) => getDelaySeconds(line, lines[index - 1], random))
  let at = addSeconds(end, -gaps.slice(1).reduce((sum, gap) => sum + gap, 0))
  return lines.map((line, index) => {
    if (index > 0) at = addSeconds(at, gaps[index] ?? 0)
    const text = fillPlaceholders(line.text, resolvePlaceholder, random)
    const attachment = createDemoAttachment(line.type, text)
    // The content of a contact message is only the contact's name. The phone number is in the attachment.
    const transcript = line.type === 'audio' && text !== '' ? text : undefined
    const content = line.type === 'contact' ? (attachment?.name ?? '') : transcript ? '' : text
    const sender = typeof line.speaker === 'number' ? (staff[line.speaker] ?? staff[0] ?? null) : null
    return {
      role: line.speaker === 'lead' ? 'humano' : 'AI',
      type: line.type,
      content,
      at,
      manual: sender !== null,
      sender: sender && { id: sender.id, name: sender.name },
      attachment,
      transcript,
      replyDistance: line.replyDistance,
      reaction: line.reaction && { emoji: line.reaction.emoji, person: (staff[line.reaction.userIndex] ?? staff[0])?.name ?? '' },
      ad: line.ad && { headline: fillPlaceholders(line.ad.headline, resolvePlaceholder, random), body: line.ad.body },
    }
  })
}

/** Returns the meeting agreed in the finished sections, or null if there is none. */
const getAgreedMeeting = (
  { story, resolvePlaceholder, random, person }: DemoConversationInput,
  finishedSectionCount: number,
  messages: readonly DemoMessage[],
) => {
  const sectionIndex = story.sections.slice(0, finishedSectionCount).findLastIndex(({ stage }) => stage === 'agendamento')
  const section = story.sections[sectionIndex]
  const lines = story.sections.slice(0, sectionIndex + 1).flatMap((precedingSection) => precedingSection.lines).length
  const lastMessage = messages[lines - 1]
  return section && lastMessage
    ? parseMeeting(fillPlaceholders(section.status, resolvePlaceholder, random), person.name, lastMessage.at, TIME_ZONE)
    : null
}

export const createDemoConversation = (input: DemoConversationInput): DemoConversation => {
  const { story, person, resolvePlaceholder, random, staff, agentPlan, index, now } = input
  const age = getAgeMinutes(input)
  const finishedSectionCount = countFinishedSections(input, age)
  const lastSection = story.sections[finishedSectionCount - 1]
  if (!lastSection) throw new Error('A story without sections')
  const attentionRequest = agentPlan.attentionIndexes.includes(index) ? ATTENTION_REQUESTS[agentPlan.type] : undefined
  const takeoverUser = agentPlan.pausedIndexes.includes(index) ? staff[index % staff.length] : undefined
  const lines = [
    ...getFinishedLines(input, finishedSectionCount),
    ...(attentionRequest ? parseStoryLines(attentionRequest.text) : []),
    ...(takeoverUser ? buildTakeoverLines(takeoverUser, input) : []),
  ]
  const messages = toMessages(lines, input, getEndTime(now, age, random))
  const fromLead = messages.filter(({ role: sender }) => sender === 'humano').length
  const firstAt = messages[0]?.at ?? now
  const archive = agentPlan.archivedIndexes.includes(index)
  return {
    lead: {
      name: person.name,
      company: story.sections.some(({ summary }) => summary.includes('{empresa}')) ? person.company : null,
      phone: person.phone,
      email: index % 3 === 0 ? person.email : null,
      origin: person.origin,
      createdAt: subMinutes(firstAt, 1),
      archive,
      pause: takeoverUser
        ? {
            by: { id: takeoverUser.id, name: takeoverUser.name },
            reason: random.pick(TAKEOVER_STATUSES),
            at: messages.findLast(({ manual }) => manual)?.at ?? firstAt,
          }
        : null,
    },
    stage: lastSection.stage,
    status: archive || (age > 10 * DAY_MINUTES && lastSection.stage === 'fechamento') ? 'closed' : 'active',
    statusMessage: attentionRequest
      ? 'Aguardando uma pessoa da equipe'
      : takeoverUser
        ? `Em atendimento com ${takeoverUser.name.split(' ')[0]}`
        : fillPlaceholders(lastSection.status, resolvePlaceholder, random),
    summary: fillPlaceholders(lastSection.summary, resolvePlaceholder, random),
    attentionReason: attentionRequest?.reason ?? null,
    meeting: getAgreedMeeting(input, finishedSectionCount, messages),
    unread: archive ? 0 : takeoverUser ? 1 : age < 5 * 60 && index % 4 !== 1 ? Math.min(fromLead, random.int(1, 4)) : 0,
    messages,
  }
}

/** Returns lines in which a user takes over from the agent, and the lead answers last. */
const buildTakeoverLines = (takeoverUser: DemoStaff, { staff, index }: DemoConversationInput): StoryLine[] => {
  const [speakerMark, name] = [`H${staff.indexOf(takeoverUser)}`, takeoverUser.name.split(' ')[0]]
  const variants = [
    `${speakerMark} {primeiro}, aqui é ${name}, da equipe. Vou cuidar pessoalmente do seu caso, tá?\nL que bom falar com gente! pode ser por aqui mesmo`,
    `${speakerMark} Oi, {primeiro}! ${name} falando. Estou vendo isso agora e já te respondo.\nL {obrigado}, fico no aguardo`,
    `${speakerMark} {primeiro}, sou ${name}. Posso te ligar em dez minutinhos?\nL pode sim, tô com o celular na mão`,
    `${speakerMark} Olá, {primeiro}, ${name} aqui. Consegui uma condição melhor, posso te explicar?\nL opa, explica por favor 🙏`,
    `${speakerMark} {primeiro}, é ${name}. Li tudo o que você contou pra assistente, não precisa repetir.\nL ufa, {obrigado}! e dá pra resolver hoje?`,
  ]
  return parseStoryLines(variants[index % variants.length] ?? '')
}
