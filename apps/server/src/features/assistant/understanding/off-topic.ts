const OFF_TOPIC: readonly RegExp[] = [
  // A sum without money: 'quanto fica 18 parcelas de 700?' is business.
  /\bquanto (?:e|da|seria) (?:a )?(?:raiz|\d+ ?(?:x|\*|\+|-|\/|vezes|mais|menos|dividido|por cento|%))/,
  // Something to be written, told or taught that no company sells.
  /\b(?:escrev[ae]|faz|faca|cria|crie|inventa|conta|gera|monta) (?:(?:para mim|pra mim|me|ai|um|uma|o|a|uns) )*(?:poema|poesia|verso|soneto|rap|musica|letra|redacao|piada|historia|conto|discurso|codigo|programa|script|legenda|charada|carta de amor|texto (?:para|de|sobre)|lista de presentes)\b/,
  /\b(?:me ensina|traduz\w*|corrig\w+ (?:esse|este|o meu|meu) texto|resolv\w+ (?:essa|esta|a) (?:equacao|conta|questao)|(?:dever|licao) de (?:casa|matematica|portugues|historia)|trabalho d[ea] (?:escola|faculdade|historia|geografia)|meu tcc)\b/,
  // What an encyclopaedia or a newspaper answers.
  /\b(?:capital d[aeo]s?|quem (?:foi|descobriu|inventou|ganhou|venceu)|sistema solar|guerra mundial|teoria da|sentido da vida|buraco negro|altura d[oae] monte|previsao do tempo|vai chover|quanto (?:esta|vale) o dolar|presidente d[aeo]s?|horoscopo|mega sena|noticias de hoje|que horas sao (?:em|n[ao])|letra da musica)\b/,
  /\b(?:receita (?:de|do|da) \w+|como (?:faz|fazer|se faz|tirar) (?:um |uma )?(?:bolo|brigadeiro|pudim|lasanha|pao|mancha))\b(?<!receita d[aeo] (?:remedio|medico|medica|oculos|consulta|dr|dra|exame))/,
]

/** Sums and papers of the lead's own matter. */
const OF_BUSINESS =
  /\b(?:entrada|parcelas?|comissao|corretagem|desconto|financi\w+|juros|renda|reais|contrato|proposta|clausulas?|laudo|exames?|regulamento)\b/

/** What a general assistant is asked for: sums, homework, poems, code, news, recipes. */
export const offTopicIn = (folded: string): boolean =>
  !OF_BUSINESS.test(folded) && OFF_TOPIC.some((pattern) => pattern.test(folded))
