import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import { type Stage, stage } from '@prosa/contract/entities/conversations/conversation'
import { isPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { isValid } from 'date-fns/isValid'
import * as z from 'zod/mini'
import type { ModelTool } from '../../../platform/external-services/language-model.ts'
import type { AgentMeetingRequest, BookingResult, MeetingChange, TimeSpan } from '../../calendar/ports.ts'
import type { LeadPatch } from '../../leads/ports.ts'
import { formatMoment, isWithinOpeningHours, parseLocalTime } from '../understanding/dates/opening-hours.ts'
import { sanitizeQuote } from '../understanding/text/normalize-text.ts'
import type { ModelTurn } from './history.ts'
import WORDS from './words.json' with { type: 'json' }

/** Changes that a model requested by tool calls. They are stored together with the whole turn. */
export interface CollectedChanges {
  stage: Stage | null
  summary: string | null
  statusMessage: string | null
  attentionReason: string | null
  leadPatch: LeadPatch
  /** Meeting to cancel or move. At most one changes per turn. */
  meetingChange: MeetingChange | null
  /** Names of the called tools, in order. */
  calledTools: string[]
  /** Texts that the tools returned to the model. */
  toolResults: string[]
}

/** Books a meeting with the lead of this turn. */
export type BookMeeting = (meeting: Pick<AgentMeetingRequest, 'subject' | 'start' | 'end' | 'email'>) => Promise<BookingResult>

/** Returns true if no other meeting of the owner is at that time. `id`: meeting to move. */
export type IsTimeFree = (id: string, span: TimeSpan) => Promise<boolean>

const boundedText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const MAX_DAYS_AHEAD = 90
const DAY_MS = 86_400_000

type MakeTool = <S extends z.ZodMiniType>(
  name: keyof typeof WORDS.tools,
  input: S,
  run: (input: z.output<S>) => string | Promise<string>,
) => ModelTool

/** Returns a function that creates tools. Each tool validates its arguments and records its calls in the collected changes. */
const createToolMaker =
  ({ calledTools, toolResults }: CollectedChanges): MakeTool =>
  (name, input, run) => ({
    name,
    description: WORDS.tools[name],
    input,
    run: async (toolInput) => {
      const parsed = input.safeParse(toolInput)
      if (!parsed.success) return 'Argumentos inválidos; nada foi feito.'
      calledTools.push(name)
      const answer = await run(parsed.data)
      toolResults.push(answer)
      return answer
    },
  })

/** Returns true if a message of the lead satisfies `matches`. Prevents a model from inventing contact data. */
const didLeadWrite = ({ history }: ModelTurn, matches: (content: string) => boolean): boolean =>
  history.some(({ fromLead, content }) => fromLead && matches(content))
const didLeadWriteEmail = (turn: ModelTurn, email: string): boolean =>
  didLeadWrite(turn, (content) => content.toLowerCase().includes(email.toLowerCase()))
const didLeadWritePhone = (turn: ModelTurn, phone: string): boolean =>
  didLeadWrite(turn, (content) => content.replace(/\D/g, '').includes(phone.replace(/\D/g, '').slice(-8)))

const leadDataInput = z.object({
  name: z.optional(boundedText(100)),
  company: z.optional(boundedText(100)),
  email: z.optional(z.email().check(z.maxLength(200))),
  phone: z.optional(boundedText(30)),
})

function applyLeadData(
  turn: ModelTurn,
  leadPatch: LeadPatch,
  { name, company, email, phone }: z.output<typeof leadDataInput>,
): string {
  const rejectedFields: string[] = []
  if (name) leadPatch.name = sanitizeQuote(name, 100)
  if (company) leadPatch.company = sanitizeQuote(company, 100)
  if (email) {
    if (didLeadWriteEmail(turn, email)) leadPatch.email = email
    else rejectedFields.push('e-mail')
  }
  if (phone) {
    const internationalPhone = `+${phone.replace(/\D/g, '').replace(/^(\d{10,11})$/, '55$1')}`
    // A phone number from the channel is never replaced.
    if (turn.lead.phone === null && isPhone(internationalPhone) && didLeadWritePhone(turn, internationalPhone))
      leadPatch.phone = internationalPhone
    else rejectedFields.push('telefone')
  }
  return rejectedFields.length === 0
    ? 'Anotado.'
    : `Anotado, menos: ${rejectedFields.join(', ')} (só vale o que o lead escreveu).`
}

/** Date (`yyyy-MM-dd`) and time (`HH:mm`) in the organisation's time zone. */
const localTimeFields = { date: z.iso.date(), time: z.string().check(z.regex(/^([01]?\d|2[0-3]):[0-5]\d$/)) }
const meetingInput = z.object({
  title: z.optional(boundedText(120)),
  ...localTimeFields,
  minutes: z._default(z.int().check(z.gte(15), z.lte(120)), 30),
})

/** Returns the reason why no meeting is possible (past, too far ahead, closed), as text for the model. Returns null if it is possible. */
function getMeetingObstacle({ now, agent, timeZone }: ModelTurn, start: Date): string | null {
  if (!isValid(start) || start <= now) return 'Esse horário já passou; combine outro.'
  if (start.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS)
    return `Só é possível marcar até ${MAX_DAYS_AHEAD} dias à frente.`
  return isWithinOpeningHours(agent.brief?.hours ?? null, start, timeZone)
    ? null
    : 'A equipe não atende nesse horário; combine outro.'
}

const TIME_TAKEN = 'Esse horário já está ocupado; combine outro.'
const ONE_MEETING_CHANGE = 'Só uma reunião por resposta; nada mais foi mudado.'

async function bookLeadMeeting(
  turn: ModelTurn,
  bookMeeting: BookMeeting,
  email: string | null,
  request: z.output<typeof meetingInput>,
): Promise<string> {
  const start = parseLocalTime(request.date, request.time, turn.timeZone)
  const obstacle = getMeetingObstacle(turn, start)
  if (obstacle) return obstacle
  const end = new Date(start.getTime() + request.minutes * 60_000)
  const booking = await bookMeeting({ subject: sanitizeQuote(request.title ?? '', 120) || null, start, end, email })
  if (booking.kind === 'taken') return TIME_TAKEN
  if (booking.kind === 'enough')
    return 'Este lead já tem reuniões demais: mude ou cancele uma delas, ou chame uma pessoa; nada foi marcado.'
  if (booking.kind === 'unavailable') return 'Não foi possível marcar agora; diga que a equipe confirma o horário.'
  return `Marcado: ${formatMoment(booking.start, turn.timeZone)}.`
}

/** Creates the tools that cancel and move meetings. The model selects a meeting by its number in the prompt. */
function createMeetingTools(
  turn: ModelTurn,
  collected: CollectedChanges,
  isTimeFree: IsTimeFree,
  makeTool: MakeTool,
): ModelTool[] {
  const { meetings = [], timeZone } = turn
  const number = z.int().check(z.gte(1), z.lte(meetings.length))
  return [
    makeTool('cancel_meeting', z.object({ number }), ({ number }) => {
      const meeting = meetings[number - 1]
      if (!meeting || collected.meetingChange) return ONE_MEETING_CHANGE
      const meetingTime = formatMoment(meeting.start, timeZone)
      collected.meetingChange = { id: meeting.id, to: null, told: `cancelada (${meetingTime})` }
      return `Cancelada: ${meetingTime}.`
    }),
    makeTool('move_meeting', z.object({ number, ...localTimeFields }), async ({ number, date, time }) => {
      const meeting = meetings[number - 1]
      if (!meeting || collected.meetingChange) return ONE_MEETING_CHANGE
      const start = parseLocalTime(date, time, timeZone)
      const obstacle = getMeetingObstacle(turn, start)
      if (obstacle) return obstacle
      const to = { start, end: new Date(start.getTime() + meeting.end.getTime() - meeting.start.getTime()) }
      if (!(await isTimeFree(meeting.id, to))) return TIME_TAKEN
      const changeText = `mudada para ${formatMoment(start, timeZone)}`
      collected.meetingChange = { id: meeting.id, to, told: changeText }
      return `M${changeText.slice(1)}.`
    }),
  ]
}

const noChanges = { stage: null, summary: null, statusMessage: null, attentionReason: null, meetingChange: null }

/**
 * Creates a turn's tools and the object that collects their changes. Tools act on the turn's lead only: no argument selects another one.
 */
export function createTurnTools(
  turn: ModelTurn,
  { bookMeeting, isTimeFree }: { bookMeeting: BookMeeting | null; isTimeFree: IsTimeFree | null },
): { tools: ModelTool[]; collected: CollectedChanges } {
  const collected: CollectedChanges = { ...noChanges, leadPatch: {}, calledTools: [], toolResults: [] }
  const makeTool = createToolMaker(collected)
  const tools = [
    makeTool('set_stage', z.object({ stage }), ({ stage }) => {
      collected.stage = stage
      return 'Estágio anotado.'
    }),
    makeTool('update_lead', leadDataInput, (toolInput) => applyLeadData(turn, collected.leadPatch, toolInput)),
    makeTool(
      'summarise',
      z.object({ summary: boundedText(1_000), status: z.optional(boundedText(120)) }),
      ({ summary, status }) => {
        collected.summary = sanitizeQuote(summary, 600)
        if (status) collected.statusMessage = sanitizeQuote(status, 80)
        return 'Resumo guardado.'
      },
    ),
    makeTool('ask_human', z.object({ reason: boundedText(500) }), ({ reason }) => {
      collected.attentionReason = sanitizeQuote(reason, ATTENTION_REASON_MAX_CHARS)
      return 'A equipe foi avisada. Diga ao lead que alguém responde assim que possível.'
    }),
  ]
  if (bookMeeting)
    tools.push(
      makeTool('book_meeting', meetingInput, (toolInput) =>
        bookLeadMeeting(turn, bookMeeting, collected.leadPatch.email ?? turn.lead.email, toolInput),
      ),
    )
  if (turn.meetings?.length && isTimeFree) tools.push(...createMeetingTools(turn, collected, isTimeFree, makeTool))
  return { tools, collected }
}
