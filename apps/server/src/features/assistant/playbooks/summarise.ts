import { cancelled, whenText } from './appointment.ts'
import { fact, type Playbook, type Talk } from './playbook.ts'
import { isMoving } from './rebooking.ts'

/** What was said of an appointment that only the team knows. */
const elsewhere = (talk: Talk): string[] => {
  const [was, confirms] = [fact(talk, 'was') ?? fact(talk, 'movedFrom'), fact(talk, 'confirms')]
  if (isMoving(talk)) return [`Quer remarcar ${was ?? 'o que estava marcado'} para ${whenText(talk) || 'outra data'}.`]
  return confirms ? [`Confirmou ${confirms}.`] : []
}

/** One to four sentences for the team: who it is, what they said, what they still want to know. */
export const summarise = (talk: Talk, playbook: Playbook): string => {
  const { name, company } = talk.lead
  const who = name ? `${name}${company ? ` (${company})` : ''}` : company
  const calledOff = cancelled(talk)
  const byText = fact(talk, 'byText') === null ? [] : ['Prefere mensagem, sem ligação.']
  const sentences = [...elsewhere(talk), ...playbook.summary(talk), ...byText, ...(calledOff ? [`Cancelou: ${calledOff}.`] : [])]
  const open = talk.state.questions.length > 0 ? `Perguntou sobre: ${talk.state.questions.join('; ')}.` : null
  const called = talk.state.called && sentences.length < 3 ? 'Uma pessoa da equipe foi chamada.' : null
  const kept = [...sentences.slice(0, open ? 3 : 4), open, called].filter((sentence) => sentence !== null).slice(0, 4)
  if (kept.length === 0) return who ? `${who} acabou de chegar.` : 'Lead acabou de chegar.'
  const [first = '', ...rest] = kept
  const told = [who ? `${who}: ${first.charAt(0).toLocaleLowerCase('pt-BR')}${first.slice(1)}` : first, ...rest].join(' ')
  // What a lead wrote may end by itself.
  return told.replaceAll(/([?!…])\./g, '$1')
}
