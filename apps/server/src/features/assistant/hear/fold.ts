import leven from 'leven'

/** How Brazilians shorten words when they type, and what they mean. */
const SHORT: Readonly<Record<string, string>> = {
  vc: 'voce',
  vcs: 'voces',
  ce: 'voce',
  q: 'que',
  qto: 'quanto',
  qnt: 'quanto',
  qnto: 'quanto',
  qd: 'quando',
  qdo: 'quando',
  qq: 'qualquer',
  pq: 'porque',
  tb: 'tambem',
  tbm: 'tambem',
  blz: 'beleza',
  obg: 'obrigado',
  obgd: 'obrigado',
  obgda: 'obrigado',
  obrigadinho: 'obrigado',
  obrigadinha: 'obrigado',
  brigadao: 'obrigado',
  obrigadao: 'obrigado',
  tks: 'obrigado',
  thx: 'obrigado',
  tmj: 'valeu',
  brigado: 'obrigado',
  brigada: 'obrigado',
  vlw: 'valeu',
  flw: 'falou',
  hj: 'hoje',
  amn: 'amanha',
  qnd: 'quando',
  vdd: 'verdade',
  doc: 'documento',
  docs: 'documentos',
  td: 'tudo',
  cmg: 'comigo',
  pfv: 'por favor',
  pf: 'por favor',
  pls: 'por favor',
  pv: 'por favor',
  n1: 'ninguem',
  ngm: 'ninguem',
  tds: 'todos',
  aki: 'aqui',
  kero: 'quero',
  qro: 'quero',
  qria: 'queria',
  msm: 'mesmo',
  keria: 'queria',
  ape: 'apartamento',
  apto: 'apartamento',
  ap: 'apartamento',
  dps: 'depois',
  msg: 'mensagem',
  mto: 'muito',
  mt: 'muito',
  n: 'nao',
  nn: 'nao',
  naum: 'nao',
  ss: 'sim',
  eh: 'e',
  ta: 'esta',
  to: 'estou',
  tou: 'estou',
  tava: 'estava',
  pra: 'para',
  pro: 'para',
  pras: 'para',
  pros: 'para',
  p: 'para',
  end: 'endereco',
  hr: 'horas',
  hrs: 'horas',
  hs: 'horas',
  hora: 'horas',
  tel: 'telefone',
  fone: 'telefone',
  zap: 'whatsapp',
  wpp: 'whatsapp',
  whats: 'whatsapp',
  cel: 'celular',
  fds: 'fim de semana',
  ok: 'ok',
  okay: 'ok',
  okey: 'ok',
}

/** Words that the playbooks listen for; a word one slip away from one of them is read as it. */
const HEARD_WORDS = (
  'obrigado obrigada tchau preco valor valores quanto endereco localizacao horario funciona ' +
  'funcionamento atendimento atendente pessoa humano gerente vendedor consultor corretor amanha ' +
  'segunda-feira quarta-feira quinta-feira sexta-feira sabado domingo proposta contrato desconto ' +
  'problema defeito quebrado quebrou atrasado atraso reclamacao cancelar cancelamento remarcar ' +
  'empresa familia orcamento caro concorrente agendar marcar reuniao urgente satisfeito satisfeita ' +
  'satisfacao excelente gostei adorei pessimo pessima horrivel fechado fechar beleza qualquer semana ' +
  'telefone celular whatsapp parcela parcelar entrada obrigacao depois tarde agora ainda claro ' +
  'financiamento financiar desmarcar reagendar imprevisto boleto documento desistir'
).split(' ')
const HEARD = new Set(HEARD_WORDS)

/** Real words that a slip away from a heard one must not turn into it. */
const REAL_WORDS = new Set(
  (
    'manha manhas pedaco peco preso presa pressa calor valores valer parte partes quanta quantas quantos quarto quartos quatro quadra segundo cargo ' +
    'carro cara caros claros clara tardes parcelas entradas pessoas empresas propostas contratos problemas defeitos atrasos familiar ' +
    'consulta consultora corretora vendedora gerentes reunioes marca marcas marcou agenda semanas fechada fecha fechei atende atendem ' +
    'horarios enderecos descontos telefones agora aguda ganda pessoal humana humanos funcionam gostar gosto gostou adoro cancela carta ' +
    'carto depoi deposito desistiu desmarcou documentos boletos financiado'
  ).split(' '),
)

/** A word as it was meant: shortened forms written out, one slip of the fingers mended (two in a long word). */
const mend = (word: string): string => {
  const meant = SHORT[word]
  if (meant) return meant
  if (word.length < 5 || HEARD.has(word) || REAL_WORDS.has(word) || /\d/.test(word)) return word
  const slips = word.length >= 9 ? 2 : 1
  return (
    HEARD_WORDS.find(
      (known) => Math.abs(known.length - word.length) <= slips && leven(word, known, { maxDistance: 3 }) <= slips,
    ) ?? word
  )
}

/** Text for comparing: no accents, lower case, stretched letters shortened, abbreviations and typos mended; digits and ? : / , . stay. */
export const fold = (raw: string): string =>
  raw
    .replace(/👍|👌|✅|🤝/gu, ' sim ')
    .replace(/👎|❌/gu, ' nao ')
    .replace(/🙏|❤️?|🥰/gu, ' obrigado ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/([a-z])\1{2,}/g, '$1')
    .replace(/[’'`´]/g, '')
    .replace(/[^\p{L}\p{N}\s?:/@.,%$+-]/gu, ' ')
    .replace(/[\p{L}][\p{L}-]*/gu, mend)
    .replace(/\s+/g, ' ')
    .trim()

/** The folded text without punctuation, for matching a whole short answer. */
export const bare = (folded: string): string =>
  folded
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What a lead wrote, fit to be kept and read by staff: one line, no control characters, no links or markup, at most `max` characters. */
export const quotable = (raw: string, max = 140): string => {
  const line = raw
    .replace(/https?:\/\/\S+|www\.\S+/gi, '(link)')
    // Without the '<' a tag that is never closed is read to the end again from each of its brackets.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}]/gu, ' ')
    .replace(/[<>{}[\]`|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= max
    ? line
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
