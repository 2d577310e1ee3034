const REFUSES =
  /\b(?:(?:nao tenho|nao temos|sem|perdi o|nao ha) (?:mais )?(?:nenhum )?interesse(?! (?:em|no|na|nesse|nessa|nesta|neste|pelo|pela|por)\b)|(?:ja )?(?:achei|encontrei|fechei|comprei|aluguei|contratei) (?:com |em |n?a |o )?outr[oa]s?\b|ja (?:comprei|aluguei|fechei|contratei)(?= ?$|[.,!]| (?:obrigad|valeu|por fora))|nao (?:estou|fiquei|sou) (?:mais )?interessad[oa]s?(?= ?$|[.,!])|nao (?:quero|vou|pretendo|vamos|queremos) (?:mais )?(?:renovar|comprar|continuar|alugar|fechar)(?: mais)?(?= ?$| (?:obrigad|valeu)))\b/
const GOES_ON = /\b(?:mas|prefiro|e sim|com voces|quanto|como)\b/

/** The matter is over for the lead, in so many words: no interest, another was found, bought already. */
export const refusalIn = (folded: string): boolean => !folded.endsWith('?') && REFUSES.test(folded) && !GOES_ON.test(folded)

const RETURNS =
  /\b(?:mudei de ideia|voltei (?:atras|a procurar|a buscar)|pens(?:ei|ando) (?:melhor|bem)|repensei|reconsiderei|me arrependi|(?:deu errado|nao deu certo) (?:la|com (?:o|a) outr[oa])|(?:tenho|ainda ha) interesse)\b/

/** Wanted again after a refusal; 'mudei de ideia, não quero mais' is another one. */
export const returnsIn = (folded: string): boolean => RETURNS.test(folded) && !/\bnao (?:quero|vou|tenho|preciso)\b/.test(folded)
