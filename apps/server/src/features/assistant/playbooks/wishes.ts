import { saysNo, saysYes } from '../hear/intents.ts'
import { fact, type Talk } from './playbook.ts'
import { reasonOf, say, type Urgent } from './react.ts'

/** A yes to 'quer que eu pare de te escrever?'. */
export const stopConfirmed = (talk: Talk): Urgent | null => {
  const { state, heard } = talk
  if (fact(talk, 'mayStop') === null) return null
  delete state.facts.mayStop
  if (heard.lines.some(({ folded }) => saysYes(folded)))
    return { intent: 'stop', reply: say(talk, 'stop'), reason: 'Lead pediu para não receber mais mensagens', ends: true }
  if (heard.lines.some(({ folded }) => saysNo(folded))) state.facts.calmed = 'sim'
  return null
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['audio', 'áudio'],
  ['image', 'imagem'],
  ['video', 'vídeo'],
  ['document', 'documento'],
])

/** What only a person can hear or look at, and was promised to be. */
export const mediaReason = ({ heard }: Talk): string | null => {
  const kinds = [...new Set(heard.media)].flatMap((type) => KINDS.get(type) ?? [])
  return kinds.length > 0 ? `Lead mandou ${new Intl.ListFormat('pt-BR').format(kinds)}: ouvir ou ver` : null
}

/** The second voice message in a row and no word written: somebody has to listen. */
export const onlySpeaks = (talk: Talk): Urgent | null => {
  const { state, heard } = talk
  const isVoice = heard.lines.length === 0 && heard.media.includes('audio')
  state.used.voice = isVoice ? (state.used.voice ?? 0) + 1 : 0
  if ((state.used.voice ?? 0) < 2) return null
  return {
    intent: 'person',
    reply: say(talk, 'voiceToPerson'),
    reason: 'Lead só manda áudio: ouvir e responder',
    ends: false,
  }
}

/** What is met beside everything else: not being well, no calls wanted, a message taken back, a danger that was none. */
export const wishesMet = (talk: Talk): { readonly said: string[]; readonly reason: string | null } => {
  const { state, heard } = talk
  const { intents } = heard
  const said: string[] = []
  let reason: string | null = null
  const calmed = fact(talk, 'calmed')
  if (calmed) {
    delete state.facts.calmed
    said.push(say(talk, 'calmAgain'))
    if (calmed === 'danger') reason = reasonOf(`Lead diz que não é emergência: “${heard.quote}”`)
  }
  if (intents.has('retract')) said.push(say(talk, 'retract'))
  if (intents.has('byText')) {
    state.facts.byText = 'sim'
    said.push(say(talk, 'byText'))
    reason ??= 'Lead não quer ligação, só mensagem'
  }
  if (intents.has('unwell')) {
    said.push(say(talk, 'unwell'))
    reason = reasonOf(`Lead relata dor ou mal-estar: “${heard.quote}”`)
  }
  return { said, reason }
}
