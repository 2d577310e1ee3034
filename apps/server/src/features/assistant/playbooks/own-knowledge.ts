import { momentText } from '../model/hours.ts'
import { whenText } from './appointment.ts'
import { ofCompany, type Talk, takeTurns } from './playbook.ts'
import { say } from './react.ts'

/** 'a Clara', 'o Bento', 'Íris'. */
export const withArticle = (name: string): string => `${/a$/i.test(name) ? 'a ' : /o$/i.test(name) ? 'o ' : ''}${name}`

/** Day and hour as they were noted here, else as they stand in the calendar. */
const whenItStands = (talk: Talk): string | null => {
  const noted = whenText(talk)
  if (noted) return `está anotado ${noted}`
  const [meeting] = talk.input.meetings ?? []
  return meeting ? `na agenda está ${momentText(meeting.start, talk.input.timeZone)}` : null
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** What the agent knows without the team: that it is a machine, who it is and for whom, and which date stands. */
export const ownAnswers = (talk: Talk, isFirst: boolean): string[] => {
  const { intents } = talk.heard
  const { name } = talk.input.agent
  const stands = intents.has('whenStands') ? whenItStands(talk) : null
  return [
    ...(intents.has('bot') ? [say(talk, 'bot')] : []),
    // The first greeting says it anyway.
    ...(intents.has('who') && !intents.has('bot') && !isFirst
      ? [
          takeTurns(talk, 'who', [
            `Sou ${withArticle(name)}, assistente virtual ${ofCompany(talk)}.`,
            `Aqui é ${withArticle(name)}, assistência virtual ${ofCompany(talk)}; se precisar de uma pessoa, é só pedir.`,
          ]),
        ]
      : []),
    ...(stands
      ? [
          takeTurns(talk, 'stands', [
            `${capital(stands)}. Quem confirma com você é a equipe, por aqui mesmo.`,
            `Continua assim: ${stands}. A confirmação vem da equipe.`,
          ]),
        ]
      : []),
  ]
}

/** True when a question was answered out of what the agent knows itself. */
export const isOwnKnowledge = (intents: ReadonlySet<string>, talk: Talk): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && whenItStands(talk) !== null)
