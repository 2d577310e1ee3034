import { affirmed, isConditional } from '../hear/clauses.ts'
import type { Line } from '../hear/hear.ts'

const AGREES =
  /\b(quero fechar|pode(mos)? fechar|vamos fechar|bora fechar|fechar negocio|(entao|pode|bora|vamos) fecha|fecha (entao|negocio)|negocio fechado|esta fechado|fechad[oa] entao|manda o contrato|pode mandar o contrato|me manda o contrato|aceito a proposta|vou querer|pode (seguir|prosseguir|emitir)|vamos em frente|onde (eu )?assino|quero assinar|vamos assinar)\b/
/** What turns a yes into something else: a wish to read first, to think, to pay less, or somebody else's offer. */
const TURNS_AWAY =
  /^ (?:um |uma |o |a |mais |so |me )*(?:desconto|abatimento|tempo|prazo|pensar|ver|ler|olhar|conversar|falar|negociar|mudar|saber|consultar|mostrar|revisar|analisar|entender|parcel\w+|perguntar|tirar)\b|\bcom (?:a |o )?outr|\bantes(?: de (?:decidir|fechar|assinar|dar|tudo|mais nada|qualquer)|$)|\bprimeiro$|\bpara eu (?:ler|ver|olhar|analisar|revisar|conferir|mostrar)\b/

/** A yes to the proposal: not denied, under no condition, and not to something else. */
export const acceptsIn = (lines: readonly Line[]): boolean =>
  lines.some(({ folded, isQuestion }) => {
    const yes = isQuestion || isConditional(folded) ? null : affirmed(folded, AGREES)
    return yes !== null && !TURNS_AWAY.test(yes.input.slice(yes.index + yes[0].length))
  })

const REFUSES =
  /\b(nao (vou|quero|vamos|queremos|pretendo|iremos) (mais )?(querer|fechar|seguir|continuar|comprar|contratar|aceitar|a proposta|o orcamento)|nao (tenho|temos) (mais )?interesse(?! (no|na|nesse|nessa|em|pelo|pela)\b(?! proposta))|sem interesse|perdi o interesse|desist(i|o|imos)|(comprei|fechei|aluguei|contratei|fechamos|compramos|alugamos|(esta|estou) fechad[oa]) (tudo )?(com|em|n[ao]) (a |o |um |uma )?outr\w+|vou (ficar|fechar|fazer) com (a |o )?outr\w+|recuso a proposta|nao aceito a proposta)\b|^nao quero mais( nao)?$/
const NOT_YET = /\b(agora|ainda|por enquanto|hoje|est?e mes|sem|antes|enquanto|ate|se|quase)\b/

/** A no for good: not 'agora não', nor 'não fecho sem desconto'. */
export const refusesIn = (lines: readonly Line[]): boolean =>
  lines.some(({ folded, isQuestion }) => !isQuestion && REFUSES.test(folded) && !NOT_YET.test(folded))
