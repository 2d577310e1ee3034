/** Conversations of an estate agency after a sale or lease. Notation: see `StoryLine`. */
export const AURORA_POS_VENDA_STORIES: readonly string[] = [
  `
@ inicializacao | Aguardando o motivo do contato | {nome} entrou no imóvel há poucas semanas.
A Oi, {primeiro}! Aqui é a Nina, do pós-venda da Aurora Imóveis. Como foi a mudança pra {bairro}?
L {Oi Nina! Foi cansativo mas deu tudo certo|cheia de caixa ainda kkk mas feliz|Oi! tirando um detalhe, tudo ótimo}
A Que bom saber! Tem algum detalhe que a gente precise resolver?
@ qualificacao | Aguardando detalhes | {nome} relata infiltração no banheiro do imóvel da {rua}.
L Tem sim, apareceu uma infiltração no teto do banheiro
A Poxa, sinto muito por isso. Consegue me mandar uma foto?
L[image] Olha a mancha
A Recebi. Desde quando está assim?
L {desde sexta, depois da chuva|faz uns 4 dias|começou ontem e tá crescendo}
@ pitch | Aguardando vistoria | {nome}: infiltração no banheiro, {rua}, desde a última chuva. Vistoria pedida.
A Já abri o chamado e passei pra manutenção com a foto. Qual o melhor dia pra vistoria?
@ agendamento | Vistoria: {dia}, de manhã | Vistoria da infiltração de {nome} {dia} de manhã.
L {dia} de manhã eu tô em casa
A Marcado: {dia} de manhã. O técnico avisa quando estiver a caminho.
~ 2d
H2 {primeiro}, Lívia aqui. O técnico passou, era a caixa acoplada do vizinho de cima. Ele já está resolvendo.
L ufa! {obrigado} pela rapidez
R2 👍
@ fechamento | Resolvido: infiltração | Infiltração de {nome} resolvida; era do apartamento de cima. Cliente satisfeito.
A Resolvido! De 0 a 10, quanto você recomendaria a gente?
L {10!|9, só porque a tinta ainda vai secar kkk|10, vocês foram rápidos}
A Obrigada, {primeiro}! Qualquer coisa, estou por aqui. 😊
`,
  `
@ inicializacao | Aguardando o motivo do contato | Contato do pós-venda.
L {Bom dia, como pego a segunda via do boleto?|oi, o boleto desse mês não chegou|Preciso do boleto atualizado, venceu ontem}
A Oi, {primeiro}! Aqui é a Nina, da Aurora. Vou te ajudar. É do imóvel da {rua}?
L {isso|esse mesmo|sim, apto 82}
@ qualificacao | Aguardando financeiro | {nome} pede segunda via do boleto da {rua}.
A Já pedi ao financeiro. Mudou de e-mail recentemente?
L mudei sim! agora é {email}
A Era isso. Atualizei aqui, e os próximos já vão pro certo.
@ fechamento | Resolvido: boleto | {nome} recebeu a segunda via; e-mail atualizado para {email}.
H2 {primeiro}, segunda via enviada, sem multa. Qualquer coisa me chama!
L {recebi, {obrigado}!|chegou aqui, valeu|show, já paguei}
A Perfeito! Tenha um ótimo dia.
`,
  `
@ inicializacao | Aguardando o motivo do contato | {nome} mora há um ano no imóvel.
A Oi, {primeiro}! Nina, da Aurora Imóveis. O seu contrato da {rua} faz um ano no mês que vem. Como está sendo morar aí?
L {Amando! Vizinhança tranquila|tudo certo, só o barulho da obra ao lado|Gostando muito}
A Que alegria! Você pretende renovar?
@ qualificacao | Aguardando decisão de renovação | {nome} quer renovar o contrato da {rua}; pergunta do reajuste.
L Pretendo, mas queria saber do reajuste
A O índice do contrato é o IPCA. A equipe te manda o valor exato antes de qualquer assinatura.
L {dá pra negociar? pago sempre em dia|se ficar igual eu fecho por mais 2 anos|ok, espero então}
@ pitch | Negociar renovação | {nome} paga em dia e propõe renovar por 2 anos com reajuste menor.
A Anotei, e o seu histórico ajuda muito. Vou levar a proposta pro proprietário.
H0 {primeiro}, Ana aqui: ele topou metade do reajuste por mais 24 meses. Fechamos?
L {Fechamos!!|opa, aí sim|Perfeito, manda o aditivo}
@ fechamento | Renovado por 24 meses | {nome} renovou o contrato da {rua} por 24 meses com metade do reajuste.
H0 Aditivo enviado. Obrigada pela confiança!
L Assinado ✅
`,
  `
@ inicializacao | Aguardando o motivo do contato | Reclamação recebida.
L {Isso é um absurdo, já é a terceira vez que ligo|Estou há uma semana esperando retorno!|Ninguém resolve meu problema do portão}
A Entendo a sua frustração, {primeiro}, e você tem razão em cobrar. Já chamei uma pessoa da equipe. Me conta o que está acontecendo?
@ qualificacao | Aguardando uma pessoa da equipe | {nome} reclama de demora: portão da garagem da {rua} sem conserto há uma semana.
L o portão da garagem não fecha, o prédio tá aberto a noite toda
A Isso é urgente mesmo. Tem número de protocolo?
L {4471|2026-118|não anotei}
@ pitch | Manutenção acionada | {nome}: portão da {rua} sem fechar; equipe acionada, prestador a caminho.
H1 {primeiro}, aqui é o Rafael, responsável pela manutenção. Peço desculpas. O prestador chega hoje até as 18h.
L {até que enfim|ok, vou aguardar|espero que dessa vez venha}
~ 6h
L veio e consertou. demorou mas resolveu
@ fechamento | Resolvido: portão | Portão consertado no mesmo dia; {nome} deu retorno. Acompanhar satisfação.
H1 Que alívio. Vou acompanhar de perto pra não repetir. Obrigado por avisar.
L ok, {obrigado} Rafael
`,
  `
# m
@ inicializacao | Aguardando o motivo do contato | {nome} comprou o {cod} no mês passado.
A {primeiro}, tudo bem? Aqui é a Nina, do pós-venda da Aurora. Passando pra saber da casa nova! 🏡
L {Nina!! tô apaixonado pelo apartamento|Oi! tudo ótimo, a escritura saiu ontem|melhor decisão da vida}
A Que alegria ler isso! De 0 a 10, quanto você recomendaria a gente pra um amigo?
@ pitch | Aguardando comentário | {nome} muito satisfeito com a compra do {cod}.
L {10 com louvor|10!!|9,5 kkk}
A Uau! E o que você mais gostou?
L {a paciência do Bento comigo|transparência do começo ao fim|vocês responderem até de noite}
@ fechamento | Satisfação: nota 10 | {nome} deu nota 10 pela compra do {cod}. Pode indicar amigos.
A Vou contar pro time, eles vão amar. Se alguém da família precisar, é só me passar o contato.
L[contact] Helena Prado (minha irmã) +5511900712846
L minha irmã tá procurando na {bairro} também
A Recebi! A equipe fala com ela com todo carinho.
`,
]
