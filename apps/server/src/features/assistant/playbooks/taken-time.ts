import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { calendarOutcome, whenText } from './appointment.ts'
import { comma, fact, type Talk } from './playbook.ts'
import { reasonOf } from './react.ts'

/**
 * The calendar holds something else at the time that the meeting was to be moved to: nothing is moved, the hour is asked anew, and one that
 * is free is offered. The lead is never told of a move that cannot be made.
 */
export const askOtherTime = (talk: Talk): { question: string; reason: string } | null => {
  const { taken, timeZone } = talk.input
  const { facts, used } = talk.state
  if (!taken || talk.meeting?.to?.start.getTime() !== taken.start.getTime()) return null
  const wanted = whenText(talk)
  const hour = fact(talk, 'hour') ?? ''
  const free = taken.free && format(new TZDate(taken.free, timeZone), "H'h'mm").replace(/h00$/, 'h')
  talk.meeting = null
  delete facts.hour
  if (free) facts.offered = free
  else delete facts.offered
  used['more:hour'] = (used['more:hour'] ?? 0) + 1
  talk.state.pending = 'hour'
  talk.state.concluded = false
  return {
    question: free
      ? `Esse horário (${hour}) já está ocupado${comma(talk)}. Pode ser às ${free}, ou prefere outro?`
      : `Esse horário (${hour}) já está ocupado${comma(talk)}. Qual outro fica bom?`,
    reason: reasonOf(
      `Lead quer mudar para ${wanted}, que está ocupado; ofereci ${free ?? 'outro horário'}${calendarOutcome(talk)}`,
    ),
  }
}
