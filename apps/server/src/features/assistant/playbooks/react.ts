import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import type { Intent } from '../hear/intents.ts'
import { MEDIA, OTHER_MEDIA, PHRASES, type Phrase } from './phrases.ts'
import { type Playbook, type Question, type Talk, takeTurns } from './playbook.ts'

/** Says one of the phrases of a bank. */
export const say = (talk: Talk, phrase: Phrase): string => takeTurns(talk, phrase, PHRASES[phrase])

/** Short enough for the panel's badge. */
export const reasonOf = (text: string): string => [...text].slice(0, ATTENTION_REASON_MAX_CHARS).join('')

/** Remembers a question that the team has to answer. */
export const noteQuestion = (talk: Talk, question: string): void => {
  if (question !== '' && !talk.state.questions.includes(question) && talk.state.questions.length < 5)
    talk.state.questions.push(question)
}

/** An answer that outweighs everything else in the turn. */
export interface Urgent {
  readonly intent: Intent
  readonly reply: string
  readonly reason: string
  /** True: no question follows. */
  readonly ends: boolean
}

const URGENT: ReadonlyArray<readonly [Intent, Phrase, string, boolean]> = [
  ['despair', 'despair', 'URGENTE: lead em sofrimento, falar agora', true],
  ['emergency', 'emergency', 'URGENTE: lead relata emergência', true],
  ['fire', 'fire', 'URGENTE: lead relata gás, fogo ou choque', true],
  ['privacy', 'privacy', 'LGPD: lead pede exclusão ou acerto dos próprios dados', false],
  ['stop', 'stop', 'Lead pediu para não receber mais mensagens', true],
  ['person', 'personComing', 'Lead pediu para falar com uma pessoa', false],
  ['leak', 'leak', 'URGENTE: vazamento', false],
  ['insult', 'insult', 'Lead muito irritado', false],
  ['angry', 'angry', 'Lead insatisfeito', false],
]

/** What must be met before anything else: danger, a wish to be left alone, a wish for a person, anger. */
export const urgentIn = (talk: Talk): Urgent | null => {
  const found = URGENT.find(([intent]) => talk.heard.intents.has(intent))
  if (!found) return null
  const [intent, phrase, reason, ends] = found
  return { intent, reply: say(talk, phrase), reason: reasonOf(`${reason}: “${talk.heard.quote}”`), ends }
}

const QUESTIONS: Readonly<Record<Question, string>> = {
  price: 'preço',
  how: 'como funciona',
  hours: 'horário',
  address: 'endereço',
}

const listed = (matters: readonly string[]): string => new Intl.ListFormat('pt-BR').format(matters)

/** 'O preço', to what weighs most. */
const answersWhatWasAsked = ({ state, heard }: Talk, question: Question): boolean =>
  question === 'price' && (state.pending ?? '').startsWith('followUp') && !heard.lines.some(({ isQuestion }) => isQuestion)

/** Answers to simple questions, each noted for the team; asked again, or answered with 'já deixei pedido', they call it. */
export const answersTo = (talk: Talk, playbook: Playbook): { said: string[]; reason: string | null } => {
  const asked = (Object.keys(QUESTIONS) as Question[])
    .filter((question) => talk.heard.intents.has(question) && !answersWhatWasAsked(talk, question))
    .slice(0, 2)
  const toTeam: string[] = []
  const said = asked.map((question) => {
    const isKnown = playbook.knows.includes(question)
    const isAgain = (talk.state.used[`faq:${question}`] ?? 0) > 0
    if (question !== 'how') noteQuestion(talk, QUESTIONS[question])
    if (!isKnown && (isAgain || question !== playbook.putsOff)) toTeam.push(QUESTIONS[question])
    const answer = takeTurns(talk, `faq:${question}`, playbook.answers[question](talk))
    return isKnown || !isAgain ? answer : say(talk, 'askedAgain')
  })
  return { said: [...new Set(said)], reason: toTeam.length > 0 ? reasonOf(`Lead perguntou sobre: ${listed(toTeam)}`) : null }
}

/** What the lead asks about that only the team knows, each matter named back; `reason` calls the team to it. */
export const answerMatters = (talk: Talk, matters: readonly string[]): { said: string; reason: string | null } | null => {
  const open = matters.filter((matter) => !talk.state.questions.includes(matter))
  if (matters.length === 0) return null
  if (open.length === 0)
    return { said: `Sobre ${listed(matters)}: a equipe já está com a sua pergunta e te responde por aqui.`, reason: null }
  for (const matter of open) noteQuestion(talk, matter)
  const about = listed(open)
  return {
    said: takeTurns(talk, 'matters', [
      `Sobre ${about}: isso eu não consigo ver por aqui, mas já chamei alguém da equipe pra te responder.`,
      `Sobre ${about}: quem confirma é a equipe, e já deixei o pedido com ela.`,
      `Também anotei ${about} pra equipe te responder.`,
    ]),
    reason: reasonOf(`Lead perguntou sobre: ${about}`),
  }
}

/** Thanks for pictures, places and papers, one sentence for each kind; says so when a voice message cannot be heard. */
export const mediaReplies = (talk: Talk): string[] =>
  [...new Set(talk.heard.media)].slice(0, 2).map((type) => takeTurns(talk, `media:${type}`, MEDIA[type] ?? OTHER_MEDIA))
