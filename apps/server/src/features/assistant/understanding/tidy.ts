import { quotable } from './fold.ts'

/** What phone keyboards leave out, and what it stands for. Only forms that mean one thing. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  (
    'vc:você vcs:vocês ce:você pq:porque tb:também tbm:também tambem:também hj:hoje amanha:amanhã amn:amanhã qto:quanto qnt:quanto qnto:quanto ' +
    'qd:quando qdo:quando qnd:quando n:não nao:não naum:não ñ:não mto:muito mt:muito eh:é dps:depois msg:mensagem cmg:comigo ' +
    'td:tudo tds:todos pfv:por~favor pf:por~favor blz:beleza obg:obrigado vlw:valeu ngm:ninguém ninguem:ninguém alguem:alguém ' +
    'apto:apartamento ap:apartamento ape:apê kero:quero qro:quero msm:mesmo keria:queria aki:aqui axo:acho voce:você voces:vocês ate:até ja:já so:só ' +
    'sao:são estao:estão entao:então area:área agua:água familia:família orcamento:orçamento preco:preço imovel:imóvel imoveis:imóveis ' +
    'condominio:condomínio regiao:região proximo:próximo proxima:próxima predio:prédio suite:suíte onibus:ônibus escritorio:escritório ' +
    'credito:crédito duvida:dúvida horario:horário atras:atrás mes:mês tres:três sabado:sábado terca:terça servico:serviço ' +
    'proposta:proposta cartao:cartão medico:médico medica:médica clinica:clínica alugá:alugar aluga:alugar comprá:comprar fazê:fazer ' +
    'tá:está ta:está tô:estou to:estou tava:estava pra:para pro:para~o pras:para~as pros:para~os q:que oq:o~que q:que p:para'
  )
    .split(' ')
    .map((pair) => pair.split(':').map((part) => part.replaceAll('~', ' ')) as [string, string]),
)

const asWritten = (word: string): string => {
  const meant = SPELLINGS.get(word.toLocaleLowerCase('pt-BR'))
  if (meant === undefined) return word
  return /^\p{Lu}/u.test(word) ? meant.charAt(0).toLocaleUpperCase('pt-BR') + meant.slice(1) : meant
}

/** A lead's words as a colleague would write them down: shortened words and lost accents restored, no shouting, no faces, no trailing dots. */
export const tidy = (raw: string, max = 140): string => {
  const line = quotable(raw, 2_000)
    .replace(/\p{Extended_Pictographic}|\uFE0F/gu, ' ')
    .replace(/\b(?:k{3,}|(?:rs){2,}|(?:ha){2,}h?)\b/giu, ' ')
    .replace(/([!?.])\1+/gu, '$1')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  const letters = line.replace(/[^\p{L}]/gu, '')
  const calm = letters.length > 8 && letters === letters.toLocaleUpperCase('pt-BR') ? line.toLocaleLowerCase('pt-BR') : line
  const written = calm
    .replace(/\p{L}+/gu, asWritten)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.!?;])/g, '')
  return quotable(written, max).replace(/(?<![\s.,;])[\s.,;]+$/u, '')
}
