import { TZDate } from '@date-fns/tz'
import { daysIn } from './day.ts'
import { withoutFarewells } from './farewell.ts'
import { hoursIn } from './hour.ts'

/** What stands around a day and an hour without saying more; the longest first, so that 'na' leaves 'na verdade' whole. */
const FILLERS = (
  'na verdade|quer dizer|ao inves|em vez|por favor|pensando bem|foi mal|me enganei|mudei de ideia|ao|tipo|pode|podia|poderia|ser|seria|as|a|o|no|' +
  'na|nos|de|do|da|dia|entao|melhor|muda|mudar|mude|mudei|troca|trocar|remarca|remarcar|reagenda|reagendar|para|por|favor|sim|ok|beleza|prefiro|' +
  'preferia|so|posso|consigo|eu|marca|marcar|vamos|quero|queria|fica|bom|otimo|perfeito|acho|que|alias|ops|opa|ah|oh|eita|desculpa|esqueci|errei|' +
  'digo|e|em|vez|nao|la|umas|pelas|mais|tarde|vem|proxima|proximo|essa|esta|nessa|nesta|semana|seu|meu|minha|voces|voce|ai|horario|horarios|' +
  'mesm[oa]|visita|consulta|reuniao|conversa|certo|combinado|fechado|hoje|depois|antes|das|ate|partir|apos|pessoal|gente'
).split('|')
const FILLER = new RegExp(`\\b(?:${FILLERS.toSorted((a, b) => b.length - a.length).join('|')})\\b`, 'g')

/** True when a folded line speaks of a day or an hour, or wishes one, and of nothing else. */
export const isOnlyWhen = (folded: string, now: Date, timeZone: string): boolean => {
  const text = withoutFarewells(folded)
  const spans = [...daysIn(folded, now, timeZone), ...hoursIn(folded, false)]
  if (spans.length === 0 && text === folded) return false
  const rest = [...text].map((letter, at) => (spans.some(({ start, end }) => at >= start && at < end) ? ' ' : letter)).join('')
  return rest.replace(FILLER, ' ').replace(/[^\p{L}\d]+/gu, '') === ''
}

/** 'Bom dia', 'Boa tarde' or 'Boa noite', by the clock of the time zone. */
export const greetingAt = (now: Date, timeZone: string): string => {
  const hour = new TZDate(now.getTime(), timeZone).getHours()
  if (hour >= 5 && hour < 12) return 'bom dia'
  return hour >= 12 && hour < 18 ? 'boa tarde' : 'boa noite'
}
