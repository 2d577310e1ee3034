import { affirmed, denied } from '../understanding/clauses.ts'
import type { Line } from '../understanding/understand.ts'
import { valueIn } from './topic.ts'

/** What a customer writes about, the gravest first. */
const SUBJECTS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(cancelar|cancelamento|devolver|devolucao|reembolso|estorno|desistir|distrato)\b/, 'cancelamento'],
  [
    /\bnao (gostei|estou (satisfeit|content|feliz)\w*|foi (bom|legal|boa)|ficou bom|recomendo|esta (bom|funcionando|legal))\b|\binsatisfeit\w+/,
    'problema',
  ],
  [/\bnao me \w+(ou|eu|iu|aram|eram|iram|deram)\b|\bninguem me \w+/, 'problema'],
  [
    /\b(nada d[aeo] (resultado|retorno|resposta|boleto|contrato)|ate agora nada|gross[oa]|gross[ei]ria|gritou|mal[- ]educad[oa]|humilh\w+|destrat\w+|mal atendid[oa]|problema\w*|defeito\w*|quebr\w+|nao (funciona|liga|abre|chegou|recebi|consigo|consegui|carrega|entra)\w*|parou|travando|erro|errad[oa]s?|atras\w+|faltando|faltou|vazamento|vazando|infiltra\w+|mofo|reclam\w+|ruim|demora\w*|cobranca|cobrad[oa]|danificad[oa]|barulho|pingando|rachadura|dor|inflamad[oa]|inchad[oa]|reacao)\b/,
    'problema',
  ],
  [
    /\b((comprar|contratar|pedir|quero|alugar) (mais|outr[oa]s?)|renovar|renovacao|ampliar|upgrade|novo pedido|outra unidade|mais (uma )?unidades?)\b/,
    'nova compra',
  ],
  [
    /\b(gostei|gostando|adorei|adorando|amei|amando|otim[oa]|excelente|satisfeit[oa]|satisfacao|maravilh\w+|perfeit[oa]|tudo (certo|bem|otimo|ok|tranquilo)|muito b(om|oa|em)|foi b(om|em)|recomendo|nota (9|10)|feliz|show de bola|bem|b(om|oa))\b(?! (dia|tarde|noite|semana))/,
    'satisfação',
  ],
  [
    /\b(duvida\w*|(queria|quero|gostaria de|preciso) saber|chaves?|como (faco|eu|posso)|onde (vejo|encontro|acho)|segunda via|2a via|boleto|nota fiscal|garantia|prazo|comprovante|contrato|documento\w*|resultado\w*)\b/,
    'dúvida',
  ],
]

/** Trouble itself, which may also be denied: 'sem problemas'. */
const TROUBLE = /\b(problema\w*|defeito\w*|dor|reclam\w+|erro|atraso\w*)\b/
const DENIED_TROUBLE = new RegExp(`\\b(nao|nem|sem|nenhum|nunca)\\b.{0,25}${TROUBLE.source}`, 'g')
const SATISFIED = SUBJECTS.find(([, name]) => name === 'satisfação')?.[0] ?? /$^/

/** 'Bom, é o seguinte': a beginning, no praise. */
const withoutStart = (folded: string): string => folded.replace(/^(bom|bem|boa|otimo) ?, ?(?=\p{L}+ \p{L}+)/u, '')

/** What one line is about; praise that is denied is a problem, and trouble that is denied is none. */
const subjectSaid = (folded: string): string | null => {
  const found = valueIn(folded, SUBJECTS)
  if (found === 'satisfação') return affirmed(folded, SATISFIED) === null ? 'problema' : found
  const isDenied = found === 'problema' && denied(folded, TROUBLE) && !/\b(nao|nem) (consig\w+|funciona|liga|abre)/.test(folded)
  return isDenied ? valueIn(folded.replace(DENIED_TROUBLE, ' '), SUBJECTS) : found
}

export const subjectOf = (line: Line, answering: boolean): string | null => {
  const praises = /\b(gost\w+|ador\w+|amei|otim[oa]|excelente|recomendo|satisfeit[oa])\b/.test(line.folded)
  const isPolite = line.isQuestion || (line.intents.has('greeting') && !praises) || (!answering && line.folded.length < 12)
  const found = subjectSaid(withoutStart(line.folded))
  const fallback = line.matters.length > 0 ? 'dúvida' : null
  return found === 'satisfação' && isPolite ? fallback : (found ?? fallback)
}

const ofAppointment = ({ intents }: Line): string | null => {
  if (intents.has('reschedule')) return 'remarcação'
  return intents.has('meeting') ? 'agendamento' : null
}
const APPOINTMENTS: readonly string[] = ['remarcação', 'agendamento']
/** Whether a subject is a date with the team: news only where none stands or is being moved already. */
export const isOfAppointment = (subject: string | null): boolean => subject !== null && APPOINTMENTS.includes(subject)

/** The gravest subject of a burst wins: 'adorei o atendimento, mas quebrou' is a problem. */
export const subjectIn = (lines: readonly Line[], answering: boolean): string | null => {
  const found = lines.map(
    (line) =>
      subjectOf(line, answering) ?? (line.intents.has('angry') || line.intents.has('leak') ? 'problema' : ofAppointment(line)),
  )
  return SUBJECTS.find(([, name]) => found.includes(name))?.[1] ?? APPOINTMENTS.find((name) => found.includes(name)) ?? null
}
