/** Conversations with leads who are interested in this product itself. Notation: see `StoryLine`. */
export const PROSA_SDR_STORIES: readonly string[] = [
  `
@ conexao | Aguardando o nome | Quer entender a plataforma.
L {Oi, como funciona a Prosa?|Vi vocês no LinkedIn, é um CRM?|Olá! A IA de vocês responde sozinha?}
A Oi! Aqui é a Duda, assistente virtual da Prosa. Agentes atendem os seus leads, e a sua equipe entra quando quiser. Como você se chama?
@ inicializacao | Em qualificação | {nome} quer entender a plataforma.
L {nome}, da {empresa}
A Prazer, {primeiro}! Quantas pessoas atendem clientes aí?
@ qualificacao | Aguardando volume | {nome} ({empresa}): {equipe} pessoas no atendimento, perde leads à noite.
L {equipe}. A gente perde muito lead à noite e fim de semana
A Esse é o caso mais comum, e o mais fácil de resolver. Mais ou menos quantas conversas por dia?
L umas 80
@ pitch | Aguardando aceite da demonstração | {nome} ({empresa}): {equipe} pessoas, 80 conversas por dia, perde leads fora do horário.
A Em 20 minutos dá pra ver isso funcionando com um exemplo do seu segmento. Posso marcar?
L pode, quero ver na prática
@ agendamento | Demonstração: {dia}, às {hora} | {nome} ({empresa}) vê a demonstração {dia} às {hora}.
A {Dia}, às {hora}, fica bom?
L {fechado|perfeito|pode ser}
`,
]

export const PROSA_CLOSER_STORIES: readonly string[] = [
  `
@ inicializacao | Aguardando leitura da proposta | Proposta do plano Equipe para {empresa}.
A Oi, {primeiro}! Aqui é o Otto, da Prosa. Conseguiu ver a proposta da {empresa}?
L {vi, e gostei|sim, só falta o jurídico|vi, mas e a LGPD?}
@ pitch | Jurídico em análise | {nome} ({empresa}) espera o jurídico; pergunta sobre LGPD.
A Ótimo ponto. Os dados ficam separados por organização, com registro de quem fez o quê. Mando o resumo pro jurídico?
L manda, por favor
H0 {primeiro}, Tomás aqui. Enviei o documento e fico à disposição do jurídico.
@ fechamento | Contrato em assinatura | {nome} ({empresa}): jurídico aprovou, contrato em assinatura.
L aprovado! pode mandar o contrato
H0 Enviado. Bem-vindos à Prosa!
`,
]

export const PROSA_POS_VENDA_STORIES: readonly string[] = [
  `
@ inicializacao | Aguardando o motivo do contato | Primeiro mês de uso da {empresa}.
A Oi, {primeiro}! Aqui é a Mel, do sucesso do cliente da Prosa. Como foi o primeiro mês na {empresa}?
L {muito bom, o time adorou|bem! só uma dúvida de relatório|respondemos 3x mais rápido 😄}
@ qualificacao | Aguardando detalhes | {nome} ({empresa}) usa bem; quer exportar conversas.
A Que alegria! Tem algo que a gente possa melhorar?
L queria exportar as conversas pra planilha
A Anotei pra equipe te mostrar o caminho.
@ fechamento | Satisfação: nota 9 | {nome} ({empresa}) satisfeito no primeiro mês, nota 9.
L fora isso, nota 9!
A Obrigada, {primeiro}! Vamos atrás desse 10.
`,
]
