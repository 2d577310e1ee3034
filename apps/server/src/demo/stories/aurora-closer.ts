/** Conversations of an estate agency about offers. Notation: see `StoryLine`. */
export const AURORA_CLOSER_STORIES: readonly string[] = [
  `
# m
@ inicializacao | Aguardando leitura da proposta | Proposta do {cod}, na {bairro}, enviada.
A Oi, {primeiro}! Aqui é o Bento, da Aurora Imóveis. Te mandei a proposta do {cod}, na {bairro}. Conseguiu dar uma olhada?
L {ainda não, correria aqui|vou ver hoje à noite com calma|recebi sim, tô lendo}
A Sem pressa. O resumo: {preco}, entrada de 20% e o resto financiado em até 35 anos.
@ qualificacao | Aguardando retorno sobre a proposta | {nome} leu a proposta do {cod} ({preco}).
L Li agora. Gostei do apartamento, mas o valor ficou acima do que eu queria
A Entendo, investimento precisa caber com folga. O que pesou mais: o total, a entrada ou a parcela?
L {a entrada, viu|a parcela ficou alta|o total mesmo}
@ pitch | Tratando objeção de preço | {nome} gostou do {cod}, mas pesa a entrada. Estudar parcelamento com o proprietário.
A Faz sentido. O proprietário já aceitou parcelar parte da entrada em outro caso; posso levar essa condição pra ele?
L Se der pra dividir em 6x eu consigo
A Anotei: entrada em 6x. Vou pedir pra equipe conversar com ele.
H0^2 {primeiro}, aqui é a Ana. Falei com o proprietário: ele topa 5x sem juros. O que acha?
L {nossa, ajudou muito!|5x eu consigo sim|preciso só falar com minha esposa, mas acho que dá}
@ agendamento | Assinatura: {dia}, às {hora} | {nome} aceita o {cod} com entrada em 5x. Assinatura {dia} às {hora}.
H0 Maravilha! Então vamos assinar {dia} às {hora}, no nosso escritório?
L Vamos!! 🎉
R0 ❤️
@ fechamento | Fechado: {cod} | {nome} fechou o {cod}, na {bairro}, por {preco}, entrada em 5x. Contrato assinado.
H0 Contrato assinado, {primeiro}. Parabéns pela casa nova!
L Que alegria!! {obrigado} por tudo, vocês são demais
`,
  `
@ inicializacao | Aguardando leitura da proposta | Proposta de locação na {bairro} enviada.
A {Bom dia|Boa tarde|Olá}, {primeiro}! Bento, da Aurora. A proposta de locação da {rua} está com você. Ficou alguma dúvida?
L {qual o índice do reajuste?|precisa de fiador?|a caução é de quantos meses?}
A Boa pergunta! O reajuste é pelo IPCA, uma vez por ano, e aceitamos seguro-fiança ou caução de três meses.
@ qualificacao | Aguardando decisão | {nome} tirou dúvidas de garantia sobre a locação da {rua}.
L Prefiro o seguro-fiança. Quanto fica?
A Em média uma parcela e meia por ano, dividida em 12. A equipe te passa o valor exato com a seguradora.
L ok. e o IPTU tá incluso?
A Está separado: vem no boleto junto com o condomínio.
@ pitch | Aguardando decisão | {nome} prefere seguro-fiança; compara com outro imóvel na {bairro}.
L Tô comparando com outro aqui na {bairro}, te respondo até amanhã
A Comparar é o certo. Se ajudar: aqui a pintura é nova e a vaga já está no valor. O que vai pesar mais pra você?
L {a vaga conta muito|o silêncio da rua|o prazo, preciso mudar logo}
@ agendamento | Assinatura: {dia}, às {hora} | {nome} vai alugar na {rua} com seguro-fiança; assinatura digital {dia} às {hora}.
L Decidi: fico com o de vocês
A Que notícia boa! A assinatura é digital. {Dia}, às {hora}, a equipe te manda o link?
L Perfeito
@ fechamento | Contrato assinado | {nome} alugou na {rua}, seguro-fiança, chaves combinadas.
A Assinatura confirmada, {primeiro}! As chaves ficam prontas no nosso escritório.
L já tô empacotando tudo kkk
`,
  `
# f
@ inicializacao | Aguardando leitura da proposta | Proposta do {cod} enviada.
A Oi, {primeiro}! Aqui é o Bento, da Aurora Imóveis. E aí, deu pra olhar a proposta do {cod}?
L {que proposta? não chegou nada aqui|acho que não recebi|veio no e-mail? não achei}
A Puxa, me desculpa! Pra qual e-mail eu peço pra reenviarem?
L {email}
@ qualificacao | Proposta reenviada | {nome} não tinha recebido a proposta do {cod}; reenviada para {email}.
H1 {primeiro}, aqui é o Rafael. Reenviei agora pro {email}, confere o spam também, por favor.
L achei! tava no spam mesmo
L vou ler e te falo
@ pitch | Precisa falar com o marido | {nome} leu a proposta do {cod}; decide com o marido, que viaja até sexta.
L gostei bastante, mas preciso falar com meu marido, ele chega de viagem sexta
A Claro, é bom decidir junto. O que você acha que ele vai querer saber primeiro?
L se dá pra trocar o piso antes de mudar
A Anotei pra equipe confirmar com o proprietário. Que tal uma conversa rápida com vocês dois no sábado?
@ agendamento | Conversa com o casal: sábado, 10h | {nome} e o marido conversam sábado às 10h sobre o {cod}; querem saber da troca do piso.
L pode ser sábado 10h
A Combinado, sábado às 10h. Levo a resposta do piso.
`,
  `
@ inicializacao | Aguardando retorno | Proposta comercial para {empresa}.
A Olá, {primeiro}! Bento, da Aurora Imóveis. Segue de pé a proposta da sala na {rua} pra {empresa}?
L {Olá, segue sim|Oi Bento, estamos avaliando|Bom dia. Temos mais duas propostas na mesa}
@ qualificacao | Comparando propostas | {nome} ({empresa}) compara três salas na {bairro}; pesa a carência.
A Ótimo. O que está pesando na comparação?
L Carência. A outra imobiliária deu 3 meses pra obra
A Entendi. Quanto tempo de obra vocês calculam?
L Uns 60 dias
@ pitch | Negociando carência | {nome} ({empresa}) pede 60 dias de carência para obra na sala da {rua}.
A Vou levar ao proprietário um pedido de 60 dias, que é a necessidade real. Mantendo o aluguel de {aluguel}, vocês fecham?
L Com 60 dias de carência e esse valor, fecho
A Excelente. Já passei pra equipe confirmar.
H0 {primeiro}, Ana aqui. Proprietário aprovou os 60 dias. Posso emitir a minuta?
L[document] cartao-cnpj.pdf
L Pode. Mandei o cartão CNPJ
@ agendamento | Assinatura: {dia}, às {hora} | {nome} ({empresa}) fecha a sala da {rua}: {aluguel}, 60 dias de carência. Assinatura {dia} às {hora}.
H0^2 Recebido! Assinamos {dia} às {hora}?
L Combinado, vou com meu sócio
@ fechamento | Fechado: sala da {rua} | {empresa} alugou a sala da {rua}: {aluguel}, 60 dias de carência.
H0 Tudo assinado. Bem-vindos à {bairro}!
L {obrigado} pela agilidade de vocês
`,
  `
@ inicializacao | Aguardando leitura da proposta | Proposta do {cod} enviada há dois dias.
A Oi, {primeiro}, tudo bem? Bento, da Aurora. Passando pra saber o que achou da proposta do {cod}.
L {oi Bento, achei justo|gostei, mas não é o momento|tudo certo com a proposta, o problema sou eu kkk}
@ qualificacao | Aguardando momento | {nome} gostou do {cod}, mas espera a venda do imóvel atual.
A Me conta: o que está segurando?
L preciso vender o meu primeiro, senão não tenho a entrada
A Entendi. A gente também pode vender o seu, sabia? As duas coisas andando juntas.
L {sério? não sabia|hmm, pode ser uma boa|quanto vocês cobram?}
@ pitch | Retomar: mês que vem | {nome} precisa vender o imóvel atual antes de fechar o {cod}. Ofereceu-se a venda casada.
A A comissão é a de tabela, e só na venda. Quer que alguém te explique como funciona a venda casada?
L quero entender sim, mas só mês que vem
A Combinado, deixei anotado pra retomar no mês que vem. Se antecipar, é só me chamar.
L pode deixar 👍
`,
  `
# f
@ inicializacao | Aguardando leitura da proposta | Contraproposta do comprador do {cod}.
A {primeiro}, aqui é o Bento, da Aurora! O proprietário do {cod} recebeu a sua oferta.
L {E aí, o que ele disse?|ansiosa aqui rs|manda a bomba kkk}
@ qualificacao | Negociando valor | {nome} ofertou pelo {cod}; o proprietário pediu {preco}.
A Ele agradeceu e fez uma contraproposta de {preco}, com os armários incluídos. O que você sente?
L os armários são planejados né? isso vale bastante
A São sim, cozinha e dois quartos. Refazer sairia caro.
@ pitch | Aguardando decisão | {nome} avalia a contraproposta de {preco} pelo {cod}, com armários.
L me dá até amanhã? quero dormir com isso na cabeça
A Claro, quero que você decida em paz. Amanhã eu te chamo aqui.
~ 1d
L {pensei bem e vou querer|decidi!! vamos fechar|falei com minha mãe e ela aprovou, pode fechar}
@ fechamento | Preparar contrato do {cod} | {nome} aceitou {preco} pelo {cod}, com armários. Preparar contrato.
A Que notícia boa! Já pedi o contrato. Pra qual e-mail a equipe manda?
L {email}
H1 {primeiro}, aqui é o Rafael. Minuta enviada! Qualquer cláusula que não fizer sentido, me liga.
L já tô lendo, {obrigado}!
`,
]
