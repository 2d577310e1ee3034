import type { GuardVerdict } from '../guard/verdict.ts'
import { isBareNo, isYes } from '../understanding/intents/intents.ts'
import { detectContactRefusal, detectRenewedInterest } from '../understanding/intents/refusal.ts'
import type { ParsedLine } from '../understanding/parse-messages.ts'
import { isBackchannel } from '../understanding/values/business-facts.ts'
import {
  answerQuestions,
  answerWishes,
  createAnswer,
  type DialogueAnswer,
  deferQuestion,
  getMediaReplies,
  type PartialReply,
} from './answer-questions.ts'
import { formatAppointmentDate, getAppointmentDate, getCancelledAppointment } from './appointments/appointment-state.ts'
import { cancelAppointment, isCancelling, isLateForAppointment } from './appointments/cancel-appointment.ts'
import { mentionsDayOrHour } from './appointments/date-mentions.ts'
import { askNextOrConclude, declineOrDefer, handleMisunderstanding } from './ask-next-or-conclude.ts'
import {
  type DialogueContext,
  formatAttentionReason,
  getUseCount,
  renderSharedPhrase,
  renderSharedPhraseAtMost,
} from './dialogue-context.ts'
import { learnFacts } from './learn-facts.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import { detectAcceptance, detectProposalRefusal } from './playbooks/closer-playbook.ts'
import type { Playbook } from './playbooks/playbook.ts'
import { answerWithoutQuestion, startTurn, type TurnProgress } from './turn-progress.ts'

export type HandOverVerdict = Extract<GuardVerdict, { kind: 'hands_over' }>

/** Answers a lead who will be late for a meeting: notifies the team and asks no question. */
const answerLateLead = (talk: DialogueContext, playbook: Playbook): DialogueAnswer => {
  const { understood, memory } = talk
  const rest = understood.lines.filter(({ intents }) => !intents.has('late'))
  learnFacts({ ...talk, understood: { ...understood, lines: rest } }, playbook)
  const { said } = answerQuestions(talk, playbook)
  memory.misses = 0
  return createAnswer([renderSharedPhrase(talk, 'late'), ...said], formatAttentionReason(talk, 'late'), { greets: 'briefly' })
}

/** Hands the conversation over to a user of the team and informs the lead what happens next. */
const handOverToUser = (talk: DialogueContext, playbook: Playbook, verdict: HandOverVerdict): DialogueAnswer => {
  // Stores nothing about a lead who requests deletion of their data.
  if (verdict.rule !== 'privacy') learnFacts(talk, playbook)
  const { said } = answerQuestions(talk, playbook)
  talk.memory.pending = null
  return createAnswer([...verdict.said, ...said], verdict.reason, { stage: 'inicializacao', greets: 'briefly' })
}

const MAX_REMINDERS_WHILE_WAITING = 3

/**
 * Answers a lead who waits for a user of the team: stores new facts, forwards questions to the team, replies to small talk, and asks no
 * question. `verdict`: another handover by the guard in this turn, or null.
 */
const answerWhileWaiting = (talk: DialogueContext, playbook: Playbook, verdict: HandOverVerdict | null): DialogueAnswer => {
  const { understood, screening } = talk
  const { intents, lines } = understood
  const answer = (said: readonly string[], reason: string | null = null) => createAnswer(said, reason, { greets: 'briefly' })
  // The reason for which the team was called no longer applies after a cancellation.
  const off = isCancelling(talk) || intents.has('cancel') || intents.has('cancelIt') ? cancelAppointment(talk) : null
  if (off) return answer([off.said], off.reason)
  if (intents.has('reschedule') && !mentionsDayOrHour(talk))
    return answer(
      [renderSharedPhrase(talk, 'moveWaiting')],
      formatAttentionReason(talk, 'moves', { was: formatAppointmentDate(talk) || PLANS.elsewhere }),
    )
  const learned = learnFacts(talk, playbook)
  if (verdict) {
    const isNew = (screening.log.said[verdict.rule] ?? 0) <= MAX_REMINDERS_WHILE_WAITING
    return answer(isNew ? verdict.said.slice(0, 1) : [], verdict.reason)
  }
  const met = answerWishes(talk)
  const asked = answerQuestions(talk, playbook)
  const media = getMediaReplies(talk)
  const said = [...met.said, ...asked.said]
  if (said.length > 0) return answer([...media, ...said], met.reason ?? asked.reason)
  const open = lines.find((line) => line.isQuestion && line.intents.size === 0 && line.matters.length === 0)
  if (open && open.folded.length > 3) {
    const deferred = deferQuestion(talk, open)
    return answer([...media, ...deferred.said], deferred.reason)
  }
  if (intents.has('bye')) return answer([renderSharedPhrase(talk, 'bye')])
  if (intents.has('thanks')) return answer([renderSharedPhrase(talk, 'thanks')])
  if (learned.isUnderstood || media.length > 0) {
    const loud = learned.acks.filter(({ isLoud }) => isLoud).slice(0, 1)
    return answer([...media, ...loud.map(({ text }) => text), ...renderSharedPhraseAtMost(12, talk, 'noted')], learned.alerts[0])
  }
  const isNudge = intents.has('greeting') || lines.some(({ isQuestion }) => isQuestion)
  return answer(isNudge ? renderSharedPhraseAtMost(2, talk, 'waiting') : [])
}

const isGreeting = ({ intents }: ParsedLine): boolean => intents.has('greeting')
const createPartialReply = (said: string[] = []): PartialReply => ({ said, reason: null })

/**
 * Answers a lead after the conversation was concluded: replies to small talk, forwards new information and questions to the team, and
 * otherwise sends nothing. `met`: replies that are already composed.
 */
const answerAfterConclusion = (talk: DialogueContext, met: readonly string[]): PartialReply => {
  const { lines, intents } = talk.understood
  const polite = (['thanks', 'bye'] as const).find((intent) => intents.has(intent))
  const small = [...met, ...(polite ? [renderSharedPhrase(talk, polite)] : [])]
  if (small.length > 0) return { said: small, reason: intents.has('person') || intents.has('angry') ? talk.memory.called : null }

  const asked = lines.find((line) => line.isQuestion && !isBackchannel(line.folded))
  if (asked) return deferQuestion(talk, asked)
  const words = lines.filter((line) => line.isFree)
  if (words.length === 0) return createPartialReply()
  const murmurs = words.every(({ folded }) => isBackchannel(folded) && !isYes(folded))
  if (murmurs && !words.some(({ raw }) => raw.includes('?'))) return createPartialReply()
  if (murmurs || words.every(isGreeting)) return createPartialReply(renderSharedPhraseAtMost(3, talk, 'stillHere'))
  if (words.every((line) => isYes(line.folded) || isGreeting(line)))
    return createPartialReply(renderSharedPhraseAtMost(2, talk, 'agreedEnd'))
  return { said: renderSharedPhraseAtMost(12, talk, 'noted'), reason: formatAttentionReason(talk, 'afterTheEnd') }
}

const REBOOKINGS_BEFORE_HAND_OVER = 2

/** Returns an answer that hands the conversation over to the team if the lead has rescheduled too often. Returns null otherwise. */
const handOverRebooking = (talk: DialogueContext): DialogueAnswer | null => {
  const isAgain = talk.understood.intents.has('reschedule') && getUseCount(talk, 'rebook') >= REBOOKINGS_BEFORE_HAND_OVER
  if (!isAgain || getAppointmentDate(talk).day === undefined || mentionsDayOrHour(talk)) return null
  talk.memory.called = formatAttentionReason(talk, 'rebooks')
  return createAnswer(renderSharedPhraseAtMost(2, talk, 'rebookByPerson'), talk.memory.called)
}

/**
 * Whether the lead ends all interest with a refusal. Returns false if the refusal cancels an appointment or declines only a meeting or a
 * proposal.
 */
const isFinalRefusal = (talk: DialogueContext, playbook: Playbook): boolean =>
  talk.understood.intents.has('refusal') &&
  !isCancelling(talk) &&
  !talk.understood.intents.has('meeting') &&
  !detectAcceptance(talk.understood.lines) &&
  !(playbook.topics.some(({ key }) => key === 'decision') && detectProposalRefusal(talk.understood.lines))

/** Reopens the conversation if a lead who had refused shows interest again. Returns whether it was reopened. */
const reopenAfterRefusal = ({ memory, understood }: DialogueContext): boolean => {
  const { lines } = understood
  if (
    memory.facts.noInterest === undefined ||
    !(detectAcceptance(lines) || lines.some(({ folded }) => detectRenewedInterest(folded)))
  )
    return false
  delete memory.facts.noInterest
  delete memory.facts.ended
  memory.concluded = false
  return true
}

/**
 * Concludes the conversation after a refusal, with one polite sentence and no question. Cancels an agreed appointment. Notifies the team,
 * except if the agent is an SDR and no appointment was cancelled.
 */
const concludeAfterRefusal = (talk: DialogueContext): DialogueAnswer => {
  const { memory, input } = talk
  const off =
    getAppointmentDate(talk).day !== undefined && getCancelledAppointment(talk) === null ? cancelAppointment(talk) : null
  memory.facts.noInterest = 'sim'
  memory.pending = null
  memory.concluded = true
  return createAnswer(
    [off?.said ?? renderSharedPhrase(talk, 'refused')],
    input.agent.type === 'SDR' ? (off?.reason ?? null) : formatAttentionReason(talk, 'noInterest'),
  )
}

/** Answers bad personal news of the lead: stores the facts in the messages and asks no question. */
const answerBadNews = (talk: DialogueContext, playbook: Playbook): DialogueAnswer => {
  learnFacts(talk, playbook)
  const { said, reason } = answerWishes(talk)
  return createAnswer(said, reason)
}

/**
 * Answers a mere 'no' to a question that expects more than yes or no. The agent stops asking for now, or concludes the conversation if the
 * lead wants no contact at all. Returns null for any other message.
 */
const answerBareNo = (turn: TurnProgress): DialogueAnswer | null => {
  const { talk, learned, said } = turn
  const { lines } = talk.understood
  if (learned.isUnderstood || said.length > 0 || !lines.some(({ folded }) => isBareNo(folded))) return null
  if (!lines.every(({ folded }) => isBareNo(folded) || isBackchannel(folded))) return null
  const isOver = getAppointmentDate(talk).day === undefined && lines.some(({ folded }) => detectContactRefusal(folded))
  return isOver ? concludeAfterRefusal(talk) : answerWithoutQuestion(turn, renderSharedPhrase(talk, 'later'))
}

/**
 * Replies to 'later', a goodbye or thanks. Returns an answer without a question if a question would be impolite. Otherwise returns null and
 * adds the reply to `turn.said`.
 */
const answerSmallTalk = (turn: TurnProgress): DialogueAnswer | null => {
  const { talk, said, learned } = turn
  const { intents } = talk.understood
  if (learned.isUnderstood) return null
  if (intents.has('later')) return answerWithoutQuestion(turn, renderSharedPhrase(talk, 'later'))
  if (said.length > 0) return null
  if (intents.has('bye') && !(turn.isFirst && intents.has('greeting')))
    return answerWithoutQuestion(turn, renderSharedPhrase(talk, 'bye'))
  if (intents.has('thanks')) said.push(renderSharedPhrase(talk, 'thanks'))
  return null
}

/**
 * Returns the answer to all messages of the lead in one turn: a reply to what was understood, followed by the next question or the
 * conclusion.
 */
export const answerBurst = (talk: DialogueContext, playbook: Playbook, isFirst: boolean): DialogueAnswer => {
  const { verdict, isAwaited } = talk.screening
  const gives = verdict?.kind === 'hands_over' ? verdict : null
  const rebooked = handOverRebooking(talk)
  if (rebooked) return rebooked
  if (!gives && verdict?.kind !== 'goes_first' && isLateForAppointment(talk)) return answerLateLead(talk, playbook)
  if (isAwaited) return answerWhileWaiting(talk, playbook, gives)
  if (gives) return handOverToUser(talk, playbook, gives)
  if (talk.understood.intents.has('hardNews')) return answerBadNews(talk, playbook)
  if (!reopenAfterRefusal(talk) && isFinalRefusal(talk, playbook)) return concludeAfterRefusal(talk)
  const turn = startTurn(talk, playbook, isFirst)
  if (turn.wasConcluded && !turn.learned.isUnderstood) {
    const { said, reason } = answerAfterConclusion(talk, [...turn.acks, ...turn.said])
    return createAnswer(said, reason ?? turn.reason, { greets: turn.greets })
  }
  if (turn.waits) return answerWithoutQuestion(turn)
  const met = answerBareNo(turn) ?? answerSmallTalk(turn)
  if (met) return met
  declineOrDefer(turn)
  return handleMisunderstanding(turn) ?? askNextOrConclude(turn)
}
