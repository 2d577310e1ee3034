import { dayIn } from '../hear/day.ts'
import type { Line } from '../hear/hear.ts'
import { hourIn } from '../hear/hour.ts'
import { doesNotSay, refusesMeeting, saysNo, saysYes } from '../hear/intents.ts'
import { OBJECTIONS, objectionIn } from './objections.ts'
import { fact, ofCompany, type Talk, type Topic } from './playbook.ts'
import { agreed, forPatients, qualifies } from './sdr-topics.ts'

/** What was understood, said back in one line: only the lead's own, short and clean words. */
const recap = (talk: Talk): string => {
  const about = fact(talk, 'need')
  const when = fact(talk, 'timing')
  const parts = [
    about && about.length <= 70 && !about.includes('(link)') ? about : null,
    fact(talk, 'budget'),
    when ? forWhen(when) : null,
  ]
  const known = parts.filter((part) => part !== null)
  return known.length >= 2 ? `Então recapitulando: ${known.join(', ')}.` : 'Com isso já dá pra te ajudar de verdade.'
}

const forWhen = (when: string): string | null => {
  if (/^(o quanto antes|daqui)/.test(when)) return when
  if (when.startsWith('o ')) return `pr${when}`
  if (when.startsWith('a ')) return `pr${when}`
  return /^(esta|este|hoje|amanhã)/.test(when) ? `pra ${when}` : null
}

/** Something that holds the lead back, met before anything else is asked. */
export const worry: Topic = {
  key: 'worry',
  isLoud: true,
  stage: 'qualificacao',
  waiting: '',
  applies: () => false,
  mayChange: true,
  ask: () => [],
  read: (lines, talk, _answering) =>
    agreed(talk) || talk.state.pending === 'timing' || talk.state.pending === 'need'
      ? null
      : objectionIn(lines.filter((line) => !line.isQuestion || line.matters.length === 0)),
  ack: (value) => OBJECTIONS[value]?.ack ?? [],
}

/** A gentler next step for whoever is not ready to meet. */
export const softly: Topic = {
  key: 'softly',
  stage: 'pitch',
  waiting: 'Aguardando preferência de contato',
  applies: (talk) =>
    qualifies(talk) && fact(talk, 'agrees') === null && fact(talk, 'worry') !== null && (talk.state.asked.agrees ?? 0) > 0,
  ask: () => [
    'Quer que a equipe te mande tudo por mensagem, pra você ver com calma e sem compromisso?',
    'Posso pedir pra equipe te mandar as informações por aqui, e você responde quando quiser. Fica bom assim?',
  ],
  read: (lines, talk, answering) => {
    if (!answering || objectionIn(lines)) return null
    if (lines.some((line) => line.intents.has('meeting') || /\b(marca|marcar|conversa|reuniao)\b/.test(line.folded))) return 'não'
    if (lines.some((line) => saysNo(line.folded))) {
      talk.state.facts.agrees = 'depois'
      return 'não'
    }
    if (!lines.some((line) => saysYes(line.folded))) return null
    talk.state.facts.agrees = 'por mensagem'
    return 'sim'
  },
}

/** 'Não quero marcar nada', and no other day in the same breath. */
const refusesToMeet = (lines: readonly Line[], { input }: Talk): boolean =>
  lines.some(({ folded }) => refusesMeeting(folded) && dayIn(folded, input.now, input.timeZone) === null)

export const agrees: Topic = {
  key: 'agrees',
  stage: 'pitch',
  waiting: 'Aguardando aceite da conversa',
  applies: qualifies,
  ask: (talk) =>
    forPatients(talk)
      ? [
          `${recap(talk)} O próximo passo é escolher um horário com a equipe ${ofCompany(talk)}. Posso marcar?`,
          'Quer que eu já veja um horário com a equipe?',
          'Prefere escolher um horário ou receber tudo por mensagem?',
        ]
      : [
          `${recap(talk)} O próximo passo é uma conversa rápida, de uns 20 minutos, com alguém da equipe ${ofCompany(talk)} que já chega com as opções certas pra você, sem compromisso. Posso marcar?`,
          'Quer que eu marque essa conversa de 20 minutinhos com a equipe?',
          'Prefere marcar uma conversa rápida ou receber tudo por mensagem?',
        ],
  read: (lines, talk, answering) => {
    if (refusesToMeet(lines, talk)) return 'por mensagem'
    if (!answering || objectionIn(lines)) return null
    const said = lines
      .filter(({ isQuestion }) => !isQuestion)
      .map(({ folded }) => folded)
      .join(' ')
    if (/\b(por (mensagem|aqui|escrito|email|e-mail|whatsapp)|manda (aqui|por)|sem reuniao|nao precisa)\b/.test(said))
      return 'por mensagem'
    if (lines.some((line) => !line.isQuestion && (saysNo(line.folded) || doesNotSay(line.folded)))) return 'por mensagem'
    const dated = lines.some(
      (line) => dayIn(line.folded, talk.input.now, talk.input.timeZone) !== null || hourIn(line.folded, false) !== null,
    )
    return dated ||
      lines.some((line) => saysYes(line.folded) || line.intents.has('meeting')) ||
      /\b(marca|marcar|conversa|reuniao|tenho interesse)\b/.test(said)
      ? 'sim'
      : null
  },
  ack: (value) => (value === 'sim' ? ['Maravilha!', 'Show!'] : ['Sem problema nenhum, dá pra seguir por mensagem.']),
}
