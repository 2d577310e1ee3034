/** Patterns of giveaways (free, discount, no interest, no deposit). A reply may offer one only if a text of the team mentions that kind. */
export const GIVEAWAY_PATTERNS: ReadonlyArray<readonly [string, RegExp]> = [
  [
    'free',
    /\b(?:gratis|gratuit\w*|de graca|isent\w*|isenc\w+|(?:sem|zero|nenhum) (?:nenhum |qualquer )?(?:custos?|cobranca|taxas?|tarifas?|onus|mensalidade)|(?:custo|taxa|tarifa|mensalidade) zero|(?:nao|sem) (?:\w+ )?(?:pag\w+|cust\w+|cobr\w+) (?:nada|por isso)|nao (?:\w+ )?cobr\w+|nao (?:tem|ha|existe) (?:nenhum |nenhuma )?(?:custos?|taxas?|cobranca)|por (?:nossa conta|conta da casa|minha conta)|cortesia|brindes?|bonus|bonific\w+|na faixa(?! d[eo])|(?:livre|livres) de (?:taxas?|custos?|tarifas?)|nao (?:\w+ )?precisa pagar|sem anuidade|free)\b/,
  ],
  [
    'discount',
    /\b(?:descont\w+|promo|promoc\w+|ofertas?|cupo(?:m|ns)|abatimento|cashback|(?:pela|na) metade|metade do (?:preco|valor)|\d por 1|leve \d|(?:preco|condic\w+|valor) (?:muito )?especia\w+|liquidacao|(?:baixar|melhorar|negociar|abater|reduzir) (?:o |no |um pouco o )?(?:preco|valor)|precinho|metade (?:agora|depois|na entrada)|discounts?|descuentos?|dobro d[eo])\b/,
  ],
  ['interest', /\b(?:sem juros|juros zero|zero juros|no interest)\b/],
  [
    'deposit',
    /\b(?:sem (?:\w+ )?(?:entrada|fiador|caucao|multa|fidelidade|carencia|burocracia)|(?:entrada|multa|carencia) zero|zero de entrada)\b/,
  ],
]

/** Matches sentences that deny a giveaway or leave its confirmation to the team. */
export const DEFERRAL_PATTERN =
  /\b(?:equipe|time|alguem|pessoa|gerente|gerencia|colega)\b(?: \w+){0,3}? (?:confirma\w*|verifica\w*|confere|conferir|responde\w*|explica\w*|avalia\w*|consulta\w*|sabe|diz|dizer|informa\w*|ve|ver)\b|\bnao (?:\w+ )?(?:sei|posso|consigo|podemos|conseguimos|tenho como|temos como)\b|\bnao (?:\w+ )?(?:tenho|temos|ha|existe\w*|fazemos|oferec\w+|trabalh\w+)(?: \w+){0,2} (?:descont\w+|promoc\w+|ofertas?|cupom|brindes?|cortesia)\b|\b(?:preciso|vou|prefiro|posso) (?:\w+ )?(?:confirmar|verificar|consultar|conferir|perguntar|checar)\b|\b(?:saber|perguntou|pergunta|duvidas?|falar|quer) (?:sobre|de)\b/

const ILLNESS =
  'gripe|resfriado|virose|dengue|zika|chikungunya|covid|pneumonia|sinusite|amigdalite|otite|bronquite|asma|rinite|gastrite|ulcera|refluxo|apendicite|enxaqueca|infec\\w+|inflam\\w+|alergi\\w+|dermatite|micose|conjuntivite|cistite|candidiase|anemia|diabetes|hipertensao|pressao alta|infarto|avc|derrame|cancer|tumor|cisto|hernia|fratura|torcao|entorse|artrite|artrose|tendinite|lombalgia|labirintite|depressao|ansiedade|burnout|tdah|autismo|gravidez|gravida|gengivite|carie|periodontite|bruxismo|abscesso|pedra n\\w+|calculo renal|virus|bacteria'

/** Promises that an agent must not make: guarantees, received payments, reservations, approvals, cures. */
export const PROMISE_PATTERNS: readonly RegExp[] = [
  /\b(?:garanto|(?<!\bnao )garantimos|garantid[oa]s?|(?:eu|nos|te|lhe) garantia|prometo|prometemos|prometid[oa]s?|dou (?:a )?minha palavra|(?:pode|podem) ter certeza|sem risco nenhum|risco zero|i guarantee|we guarantee|guaranteed|i promise|garantizo|garantizamos)\b/,
  /(?<!\bse (?:[oa] |seu |[oa] seu )?)\b(?:pagamento|pix|deposito|transferencia|boleto|estorno|reembolso|valor)(?: (?!for\b|seja\b|fosse\b|nao\b|ainda\b|sera\b|ser\b|precisa\b)\w+){0,3}? (?:confirmad[oa]|aprovad[oa]|recebid[oa]|compensad[oa]|caiu|entrou|feito|realizad[oa]|efetuad[oa]|quitad[oa])\b/,
  /\b(?:confirmamos|confirmei|recebemos|recebi|identificamos|caiu|aprovamos)(?: \w+){0,2}? (?:pagamento|pix|deposito|transferencia)\b|\bpayment (?:\w+ )?(?:confirmed|received|approved)\b/,
  /\b(?:esta|estao|ficou|ficaram|fica|foi|ja|deixei|deixamos|deixo|ta|vaga|unidade|mesa|quarto|horario|lugar|imovel|apartamento) (?:(?!estar\b|ser\b|nao\b)\w+ ){0,2}?(?:reservad[oa]s?|separad[oa]s? para voce|bloquead[oa]s? para voce)\b|\b(?:reservei|reservamos)\b|\breserva (?!e )(?:\w+ )?(?:feita|confirmada|efetuada|realizada)\b|\b(?:is|has been) reserved\b/,
  /\b(?<!\b(?:tem|ter|tenha|um|se (?:[oa] |seu |sua |[oa] seu |[oa] sua )?) ?)\b(?:credito|financiamento|cadastro|limite|emprestimo|proposta|documentacao|contrato|seguro|analise)(?: (?!for\b|seja\b|fosse\b|nao\b|ainda\b|sera\b|ser\b|precisa\b)\w+){0,3}? (?:aprovad[oa]|liberad[oa]|aceit[oa])\b/,
  /\b(?:cura\w*|resultado) (?:cert[oa]|definitiv[oa]|100|total)\b|\bdiagnostico (?:e|de|seria|provavel)\b/,
]
/** Matches a diagnosis: a statement that a person has a certain illness. */
export const DIAGNOSIS_PATTERN = new RegExp(
  `\\b(?:voce (?:\\w+ )?(?:esta com|tem|ter|deve estar com|esta|ta com)|trata-se de|(?:isso|esse quadro|esses? sintomas?|seu caso|seu quadro) (?:e|sao|parecem?|indica\\w*|suger\\w+)|(?:parece|deve|pode|so pode) ser|(?:provavelmente|talvez|com certeza|acho que|acredito que) (?:e|seja)|(?:quadro|sinal|sinais|sintomas?|caso|suspeita|crise) (?:claro |tipico |classico )?de)(?: (?:com|um|uma|uns|umas|so|apenas|mesmo|caso|quadro|crise|sinal|tipico|claro|leve|forte|de)){0,4} (?:${ILLNESS})\\b`,
)

/** Matches medication with a dose. A reply may contain only doses that a text of the team contains literally. */
export const DOSE_PATTERN =
  /(?<![\d.,])\b(?:\d{1,4}(?:,\d{1,2})?|um|uma|meio|meia|duas?) ?(?:mg|mcg|ui|gotas?|comprimidos?|capsulas?|ampolas?|colher(?:es)?)\b|\b(?:tome|tomar|toma|ingira|ingerir|use|usar|aplique|aplicar)(?: \w+){0,4}? (?:dipirona|paracetamol|ibuprofeno|nimesulida|amoxicilina|azitromicina|aspirina|dorflex|novalgina|tylenol|buscopan|omeprazol|loratadina|prednisona|ivermectina|rivotril|clonazepam|antibiotico|anti-inflamatorio|analgesico|corticoide|pomada|\d{1,3} ?ml)\b/

/** Matches a question tag at the end: 'É dengue, viu?' is not a real question. */
const QUESTION_TAG = /\b(?:certo|ne|viu|ok|ta|tudo bem|combinado|entendeu|sabia) ?$/
const LONGEST_TAG = 'tudo bem '.length
/** Returns true if a sentence is a real question: it ends with '?', and not only because of a question tag ('É dengue, viu?'). */
export const isQuestionSentence = (normalizedText: string): boolean => {
  const mark = normalizedText.lastIndexOf('?')
  return (
    mark >= 0 &&
    !/[\p{L}\p{N}]/u.test(normalizedText.slice(mark)) &&
    !QUESTION_TAG.test(normalizedText.slice(0, mark).slice(-LONGEST_TAG - 1))
  )
}

const PERSON =
  '(?:human[oa]|(?:pessoa|gente|mulher|homem|moca|rapaz|ser human[oa])(?: de verdade| real| mesmo)?|de carne e osso|real|de verdade)'
const MACHINE =
  '(?:robos?|bots?|chatbots?|maquinas?|ia|inteligencia artificial|assistente virtual|assistencia virtual|automatic[oa]|programa|computador|sistema|gravacao)'
/** Patterns of claims to be human or to be no machine. */
export const HUMAN_CLAIM_PATTERNS: readonly RegExp[] = [
  new RegExp(
    `(?<!\\bnao )\\bsou (?:sim |mesmo |eu mesm[oa],? |tao |so |totalmente |100 ?% )*(?:um |uma |o |a )?(?:(?:atendente|corretor|corretora|consultora?|vendedora?|secretari[oa]|recepcionista|funcionari[oa]|assistente) )?${PERSON}\\b`,
  ),
  new RegExp(
    `\\bnao (?:sou|e|tem|ha|existe|uso|usamos|estou|esta falando com|fala com)(?: com| nenhum| nenhuma| um| uma| nada de)* ${MACHINE}\\b`,
  ),
  new RegExp(
    `\\b(?:aqui (?:e|quem fala e|fala|tem|esta|quem esta e)|quem (?:fala|escreve|responde|te atende|esta)(?: com voce| aqui| te)* e|(?:fala(?:ndo)?|conversa(?:ndo)?) com|esta sendo atendid[oa] por|do outro lado(?: tem| ha| esta)?)(?: sim| mesmo| aqui)* (?:um |uma )(?:pessoa|gente|ser human[oa]|human[oa])\\b(?! da equipe| do time)`,
  ),
  /\b(?:aqui e gente|e gente de verdade|carne e osso|(?:pessoa|gente|human[oa]) de verdade(?= (?:aqui|falando|respondendo))|atendimento (?:e )?(?:100 ?% )?human[oa]|nenhum robo|nenhuma (?:ia|inteligencia artificial|maquina)|em pessoa|e uma pessoa que|(?:^|sim,? )human[oa] mesmo|sou (?:a \w+, |o \w+, )?(?:uma? )?(?:funcionari[oa]|corretora?|secretari[oa]|recepcionista|vendedora?|medic[oa]|enfermeir[oa]|gerente)|nada de robo|longe de ser (?:um |uma )?(?:robo|maquina))\b/,
  /\b(?:i am|i'm|im) (?:a |an )?(?:real |actual )?(?:human|person|woman|man)\b|\b(?:i am|i'm|im) not (?:a |an )?(?:bot|robot|machine|ai)\b|\bsoy (?:una? )?(?:persona|human[oa])\b|\bno soy (?:un |una )?(?:robot|bot|maquina)\b/,
]
