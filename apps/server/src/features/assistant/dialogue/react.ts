import { asksToSend } from '../understanding/matters.ts'
import { tidy } from '../understanding/tidy.ts'
import type { Line } from '../understanding/understand.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import type { Playbook, Question } from './playbook.ts'
import { because, listed, say, type Talk, takeTurns, timesUsed } from './talk.ts'

/** What is said to something, and why a person should look. */
export interface Met {
  readonly said: string[]
  readonly reason: string | null
}

const MOST_QUESTIONS = 5

/** Remembers a question that the team has to answer. */
const noteQuestion = ({ memory }: Talk, question: string): void => {
  const isKnown = question === '' || memory.questions.includes(question)
  if (!isKnown && memory.questions.length < MOST_QUESTIONS) memory.questions.push(question)
}

/** A question that only the team can answer. */
export const defer = (talk: Talk, { raw }: Line): Met => {
  const question = tidy(raw, 100)
  noteQuestion(talk, question)
  return { said: [say(talk, 'deferred')], reason: because(talk, 'asked', { question }) }
}

const askedAbout = (talk: Talk, matters: readonly string[]): string | null =>
  matters.length > 0 ? because(talk, 'askedAbout', { about: listed(matters) }) : null

/** 'O preço', to what weighs most. */
const answersWhatWasAsked = ({ memory, understood }: Talk, question: Question): boolean =>
  question === 'price' && (memory.pending ?? '').startsWith('followUp') && !understood.lines.some(({ isQuestion }) => isQuestion)

/** Answers to simple questions, each noted for the team; asked again, or answered with 'já deixei pedido', they call it. */
const answerSimple = (talk: Talk, playbook: Playbook): Met => {
  const asked = (Object.keys(TEAM.matters) as Question[])
    .filter((question) => talk.understood.intents.has(question) && !answersWhatWasAsked(talk, question))
    .slice(0, 2)
  const toTeam: string[] = []
  const said = asked.map((question) => {
    const isKnown = playbook.knows.includes(question)
    const isAgain = timesUsed(talk, `faq:${question}`) > 0
    if (question !== 'how') noteQuestion(talk, TEAM.matters[question])
    if (!isKnown && (isAgain || question !== playbook.putsOff)) toTeam.push(TEAM.matters[question])
    const answer = takeTurns(talk, `faq:${question}`, playbook.answers[question])
    return isKnown || !isAgain ? answer : say(talk, 'askedAgain')
  })
  return { said: [...new Set(said)], reason: askedAbout(talk, toTeam) }
}

/** What the lead asks about that only the team knows, each matter named back. */
const answerMatters = (talk: Talk, matters: readonly string[]): Met => {
  const open = matters.filter((matter) => !talk.memory.questions.includes(matter))
  for (const matter of open) noteQuestion(talk, matter)
  if (open.length > 0) return { said: [say(talk, 'matters', { about: listed(open) })], reason: askedAbout(talk, open) }
  return { said: matters.length > 0 ? [say(talk, 'mattersAgain', { about: listed(matters) })] : [], reason: null }
}

/** Everything asked besides, each named back; the first reason to look. */
export const answerAll = (talk: Talk, playbook: Playbook): Met => {
  const matters = talk.understood.lines
    .filter((line) => line.isQuestion || asksToSend(line.folded) || playbook.besides(talk))
    .flatMap((line) => line.matters)
  const answered = answerMatters(talk, [...new Set(matters)])
  const simple = answerSimple(talk, playbook)
  return { said: [...simple.said, ...answered.said], reason: answered.reason ?? simple.reason }
}

const isMediaPhrase = (phrase: string): phrase is keyof typeof ANY & `media:${string}` => Object.hasOwn(ANY, phrase)

/** Thanks for pictures, places and papers, one sentence for each kind; says so when a voice message cannot be understood. */
export const mediaReplies = (talk: Talk): string[] =>
  [...new Set(talk.understood.media)].slice(0, 2).map((type) => {
    const bank = `media:${type}`
    return takeTurns(talk, bank, ANY[isMediaPhrase(bank) ? bank : 'media:other'])
  })

/** What only a person can listen to or look at, and was promised to be. */
export const mediaReason = (talk: Talk): string | null => {
  const names: Readonly<Record<string, string>> = TEAM.media
  const kinds = [...new Set(talk.understood.media)].flatMap((type) => names[type] ?? [])
  return kinds.length > 0 ? because(talk, 'media', { kinds: listed(kinds) }) : null
}

/** What is met beside everything else: what the guard found, no calls wanted, a message taken back. */
export const wishesMet = (talk: Talk): Met => {
  const { memory, understood, screening } = talk
  const beside = screening.verdict?.kind === 'goes_along' ? screening.verdict : null
  const wantsText = understood.intents.has('byText')
  if (wantsText) memory.facts.byText = 'sim'
  return {
    said: [
      ...(beside?.said ?? []),
      ...(understood.intents.has('retract') ? [say(talk, 'retract')] : []),
      ...(wantsText ? [say(talk, 'byText')] : []),
    ],
    reason: beside?.reason ?? (wantsText ? because(talk, 'byText') : null),
  }
}
