/** What leads ask that is written nowhere here: only the team knows. Named as it stands after 'sobre'. */
const MATTERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bfgts\b|\bfundo de garantia\b/, 'o uso do FGTS'],
  [/\b(financi\w+|minha casa minha vida|simulacao|simular|credito imobiliario|consorcio)\b/, 'o financiamento'],
  [/\bentrada\b(?! (do|da|de) (predio|casa|garagem|condominio))/, 'a entrada'],
  [/\b(parcel\w+|prestac\w+|a vista|cartao|pix|forma de pagamento|formas de pagamento)\b/, 'as formas de pagamento'],
  [
    /\b(desconto|abaix\w+|se (voces )?(baix|reduz|diminu)\w+|baixar? o (preco|valor)|negoci\w+ o (valor|preco)|contraproposta)\b/,
    'o desconto',
  ],
  [/\bpermuta\b|\bcarro (como|na) (entrada|troca)\b/, 'permuta'],
  [/\b(pets?|cachorr\w+|gat[oa]s?|gatinh\w+|animais|animal)\b/, 'animais'],
  [/\b(vagas?|garagem|estacionamento|estacionar|estaciona)\b/, 'a vaga e o estacionamento'],
  [/\b(condominio|iptu|taxa)\b/, 'o condomínio e as taxas'],
  [/\b(fiador|caucao|seguro fianca|garantia locaticia)\b/, 'a garantia do aluguel'],
  [/\b(disponivel|disponiveis|ja (vendeu|alugou|foi vendid\w+|foi alugad\w+))\b/, 'a disponibilidade'],
  [/\b(fotos?|videos?|planta|tour)\b/, 'as fotos'],
  [/\b((2|2a|segunda) via|boletos?|fatura|carne)\b/, 'o boleto'],
  [/\b(nota fiscal|nfe?|recibo|comprovante|imposto de renda|informe)\b/, 'o comprovante'],
  [/\b(documentos?|documentacao|escritura|matricula|certidao|rg|contrato)\b/, 'a documentação'],
  [/\b(chaves?)\b/, 'as chaves'],
  [/\b(resultados?|laudos?)\b/, 'o resultado'],
  [/\b(receitas?|atestado|pedido medico|encaminhamento)\b/, 'a receita ou o atestado'],
  [/\b(convenios?|plano de saude|unimed|amil|bradesco saude|sul ?america|hapvida|notredame|cassi|particular)\b/, 'o convênio'],
  [/\breembolso\b/, 'o reembolso'],
  [/\b(preparo|jejum)\b/, 'o preparo do exame'],
  [
    /\b(senha|login|portal d[oa] (paciente|cliente|inquilino|morador|condomino|aluno)|(n|d)?o portal(?! d))\b/,
    'o acesso ao portal',
  ],
  [/\bcontatos? d[oae]s? (corretor\w*|medic\w+|vendedor\w*|proprietari\w+|dono|sindic\w+|advogad\w+)\b/, 'o contato'],
  [
    /\b(se eu (desistir|me arrepender|arrepender|cancelar|mudar de ideia)|multa|arrependimento|devolvem|devolucao|quebra de contrato|distrato|fidelidade)\b/,
    'a desistência e o que diz o contrato',
  ],
]

const REQUEST =
  /\b(preciso|queria|quero|querer|aceito|perdi|esqueci|gostaria|mand\w+|envi\w+|cade|falta\w*|sobre|posso|pode|aceita\w*|tem|usar|consigo|duvida\w*|tambem|veio|errad\w+|nunca|venceu|vencid\w+|como|onde|qual|saber|nao (chegou|recebi|veio|consigo))\b/

/** 'Me manda o preparo': asked for without a question mark. */
export const asksToSend = (folded: string): boolean =>
  /^((oi|ola|bom dia|boa tarde|boa noite|por favor|e|ai)[ ,]+)*(voces? )?(pode(m|ria|riam)? )?(me )?(mand|envi|pass)(a|e|ar|em)( para mim)?( por favor)? (o|a|os|as|um|uma) /.test(
    folded,
  ) || /\bme (manda|mande|envia|envie|passa|passe) (o|a|os|as) /.test(folded)

/** The matters that a folded line asks about. */
export const mattersOf = (folded: string, isQuestion: boolean): string[] =>
  isQuestion || REQUEST.test(folded) ? MATTERS.filter(([pattern]) => pattern.test(folded)).map(([, name]) => name) : []
