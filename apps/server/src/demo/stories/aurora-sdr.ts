/** First conversations of an estate agency with new leads. Notation: see `StoryLine`. */
export const AURORA_SDR_STORIES: readonly string[] = [
  `
# f
@ conexao | Aguardando o nome | Chegou pelo anúncio de um apartamento na {bairro}.
! Apartamento na {bairro}, pronto para morar | Perto do metrô, com vaga. Fale com a gente e marque uma visita.
L {Oi! Vi o anúncio do apê na {bairro}, ainda tá disponível?|Boa tarde, o apartamento da {bairro} já foi alugado?|Olá, tudo bem? Tenho interesse no apartamento da {bairro}}
A Oi! Aqui é a Clara, assistente virtual da Aurora Imóveis. Está disponível sim. Como você se chama?
@ inicializacao | Aguardando o que procura | {nome} perguntou do apartamento {cod}, na {bairro}.
L {nome}
A Prazer, {primeiro}! Esse é o {cod}: {m2} m², {quartos} quartos e uma vaga. É pra morar ou pra investir?
@ qualificacao | Em qualificação | {nome} quer alugar o {cod}, na {bairro}, para morar com a família. Tem um cachorro pequeno.
L Pra morar. Somos eu, meu marido e um bebê. Ah, e um cachorrinho 🐶
A Que delícia de família! O condomínio aceita pets de até 10 kg. Vocês já têm uma faixa de aluguel em mente?
L {até {aluguel} com condomínio|a gente pensa em {aluguel}, no máximo|uns {aluguel}, por aí}
A Boa, esse fica bem dentro. E pra quando seria a mudança?
L {mês que vem, o contrato atual acaba dia 30|até o fim do mês que vem|o quanto antes, na verdade}
@ pitch | Aguardando aceite da visita | {nome} quer alugar o {cod}, na {bairro}: até {aluguel}, mudança no mês que vem, um bebê e um cachorro pequeno.
A Perfeito. Então o melhor é ver de perto: a visita leva uns 20 minutos e quem acompanha é um corretor da região. Posso marcar?
L {pode sim|claro, quero ver|bora}
@ agendamento | Visita: {dia}, às {hora} | {nome} visita o {cod}, na {bairro}, {dia} às {hora}. Até {aluguel}, um bebê e um cachorro pequeno.
A Que dia fica melhor pra vocês?
L {dia} seria ótimo, depois do almoço
A Tenho {dia} às {hora}. Pode ser?
L {Fechado!|Perfeito, combinado|Pode sim}
A Anotado, {primeiro}! {Dia}, às {hora}, na portaria da {rua}. A equipe confirma com você no dia. 😊
L {obrigado}! Até lá
`,
  `
# m
@ conexao | Aguardando o nome | Quer saber preço de casas com quintal.
L {quanto custa uma casa com quintal aí na região?|vcs tem casa com quintal pra vender? qual a faixa de preço|Boa noite. Procuro casa térrea, qual o valor médio?}
A Oi! Aqui é a Clara, da Aurora Imóveis. Depende bastante do bairro, mas já te mostro opções de verdade. Com quem eu falo?
@ inicializacao | Aguardando o que procura | {nome} procura casa com quintal.
L {primeiro}
A Prazer, {primeiro}! Que bairros você gosta mais?
L {bairro} ou ali perto. Meus pais moram na região
@ qualificacao | Aguardando faixa de investimento | {nome} procura casa com quintal na {bairro}, perto dos pais, para comprar.
A Entendi, perto da família é tudo. E quantos quartos não podem faltar?
L 3, sendo uma suíte. E espaço pra churrasqueira 😄
A Churrasqueira anotada! Você já tem uma faixa de investimento?
L {até {preco}, com financiamento|a gente tem {preco} aprovado no banco|{preco} esticando muito}
A Ótimo. Vai usar FGTS também?
L sim, eu e minha esposa
@ pitch | Aguardando aceite da conversa | {nome} e a esposa procuram casa de 3 quartos com quintal na {bairro}, até {preco}, financiamento e FGTS.
A Então recapitulando: casa térrea na {bairro}, 3 quartos com suíte, churrasqueira, até {preco} usando FGTS. Tenho duas que parecem feitas pra vocês. Quer que um corretor te apresente por vídeo antes da visita?
L Quero! por vídeo é melhor mesmo
@ agendamento | Conversa por vídeo: {dia}, {hora} | {nome} conversa por vídeo {dia} às {hora} sobre duas casas na {bairro}. Até {preco}, com FGTS.
A Qual dia e horário encaixam?
L {dia}, umas {hora}
A Combinado: {dia}, às {hora}. O corretor te manda o link por aqui, uns minutos antes.
L {Show|Perfeito|Maravilha}, aguardo
`,
  `
@ conexao | Aguardando o nome | Empresa pediu contato sobre sala comercial.
L {Olá, falo da empresa {empresa}. Precisamos de uma sala comercial|Bom dia! Estamos procurando sala pra {empresa}|Oi, vocês trabalham com imóvel comercial?}
A Olá! Aqui é a Clara, assistente virtual da Aurora Imóveis. Trabalhamos sim. Como você se chama?
@ inicializacao | Em qualificação | {nome}, da {empresa}, procura sala comercial.
L {nome}, sou responsável pelo administrativo
A Prazer, {primeiro}! Quantas pessoas vão trabalhar no espaço?
@ qualificacao | Aguardando prazo | {nome} ({empresa}) procura sala para {equipe} pessoas na {bairro}, com duas vagas.
L {Hoje somos {equipe}|{equipe} pessoas, mas vamos crescer|umas {equipe}}
A Certo. Pra {equipe} pessoas eu olharia de {m2} m² pra cima. Tem preferência de região?
L {bairro}, perto do metrô. E precisamos de 2 vagas
A Anotado. E pra quando vocês precisam estar instalados?
L {em 60 dias|até o início do ano|assim que aparecer a certa}
@ pitch | Aguardando aceite da visita | {nome} ({empresa}): sala para {equipe} pessoas na {bairro}, 2 vagas, aluguel até {aluguel}. Decide com o sócio.
A E o aluguel, até quanto vocês pensam?
L Até {aluguel}, mas preciso alinhar com meu sócio
A Faz sentido. Posso sugerir uma visita com vocês dois, sem compromisso?
L Pode. Ele tem mais disponibilidade de manhã
@ agendamento | Visita: {dia}, às 10h | {nome} e o sócio ({empresa}) visitam duas salas na {bairro} {dia} às 10h.
A {Dia}, às 10h, então? Consigo encaixar as duas salas na mesma manhã.
L Perfeito, já bloqueei nossa agenda
A Maravilha, {primeiro}! A equipe te confirma na véspera com os endereços.
`,
  `
# f
@ conexao | Em conversa | Pesquisando sem pressa.
L {só tô pesquisando por enquanto|oi, tô só dando uma olhada|Oie, sem compromisso, tá? rs}
A Sem problema nenhum! Aqui é a Clara, da Aurora Imóveis. Posso te ajudar a pesquisar melhor. Como posso te chamar?
@ inicializacao | Aguardando o que procura | {nome} está pesquisando com calma.
L {primeiro} haha
A Prazer, {primeiro}! O que você anda olhando?
L studio ou 1 quarto, pra morar sozinha primeira vez
@ qualificacao | Em qualificação | {nome} vai morar só pela primeira vez: studio ou 1 quarto, perto do trabalho na {bairro}, até {aluguel}.
A Que fase boa! Perto de onde você precisa estar no dia a dia?
L trabalho na {bairro}, queria ir a pé
A Ir a pé muda a vida. E o orçamento, já pensou?
L uns {aluguel} com tudo incluso
A Dá pra achar coisa boa, principalmente mobiliado. Sem pressa, então: quer receber umas três opções por aqui?
L {quero sim!!|manda!|pode ser, mas sem me ligar por favor}
@ pitch | Enviar opções por mensagem | {nome} quer receber opções de studio na {bairro} por mensagem, até {aluguel}. Prefere não receber ligações.
A Combinado, só por mensagem. A equipe te manda as opções ainda {hoje|nesta semana}.
L ai que bom, {obrigado}
`,
  `
@ conexao | Aguardando o nome | Proprietário quer colocar imóvel para alugar.
L {Quero colocar meu apartamento pra alugar com vocês, como funciona?|Boa tarde, vocês administram aluguel?|Tenho um imóvel vazio e queria anunciar}
A Oi! Aqui é a Clara, da Aurora Imóveis. A gente anuncia, seleciona o inquilino e cuida do contrato. Com quem eu falo?
@ inicializacao | Em qualificação | {nome} quer colocar um apartamento para alugar.
L {nome}
A Prazer, {primeiro}! Onde fica o imóvel e como ele é?
@ qualificacao | Aguardando fotos do imóvel | {nome} tem um apartamento de {quartos} quartos na {bairro}, vazio, e pensa em {aluguel} de aluguel.
L {bairro}, {quartos} quartos, {m2} m², vazio desde o mês passado
A Boa localização. Já tem um valor de aluguel em mente?
L {uns {aluguel}, o vizinho aluga por isso|Queria {aluguel}, mas aceito avaliação|não faço ideia, preciso que avaliem}
A A gente faz uma avaliação sem custo, comparando com o que foi alugado de verdade na região. Consegue me mandar umas fotos?
L[image] A sala
L[image] A cozinha, reformada ano passado
@ pitch | Aguardando aceite da avaliação | {nome} tem {quartos} quartos na {bairro}, cozinha reformada; mandou fotos. Quer avaliação para alugar.
A Ficou linda essa cozinha! Posso pedir pra um avaliador passar aí?
L pode, a chave tá na portaria
L[location] {rua}, {bairro}
@ agendamento | Avaliação: {dia}, às {hora} | Avaliação do apartamento de {nome} na {bairro} {dia} às {hora}; chave na portaria.
A Perfeito, localização recebida. {Dia}, às {hora}, pode ser?
L pode sim, aviso o porteiro
A Anotado, {primeiro}! Depois da visita a equipe te manda o valor sugerido e o contrato de administração.
`,
  `
@ conexao | Aguardando o nome | Veio por indicação de um cliente.
L {Oi, a {indicou} me indicou vocês|Bom dia! Quem me passou o contato foi a {indicou}|A {indicou} comprou com vocês e falou muito bem}
A Que alegria! Aqui é a Clara, assistente virtual da Aurora. Indicação de cliente é o melhor elogio. Como você se chama?
@ inicializacao | Aguardando o que procura | {nome} veio por indicação de {indicou}.
L {nome} 🙂
A Prazer, {primeiro}! O que você está procurando?
L apartamento pra comprar, primeira compra
@ qualificacao | Em qualificação | {nome}, indicação de {indicou}, quer comprar o primeiro imóvel na {bairro}, {quartos} quartos, até {preco}.
A Primeira compra é especial, e eu te explico cada passo. Já tem bairro?
L {bairro} ou vizinhos. {quartos} quartos tá ótimo
A E quanto vocês pensam em investir no total?
L até {preco}, tenho 20% de entrada guardado
A Muito bom, a entrada é a parte mais difícil. Já simulou o financiamento?
L ainda não, tenho medo dessa parte kkk
@ pitch | Aguardando aceite da conversa | {nome}: primeira compra na {bairro}, até {preco}, 20% de entrada, precisa de ajuda com o financiamento.
A Medo some quando a conta fica clara. Um especialista faz a simulação com você em 20 minutos, de graça. Marco?
L {marca sim|por favor|bora enfrentar kkk}
@ agendamento | Simulação: {dia}, às {hora} | {nome} faz a simulação de financiamento {dia} às {hora}. Até {preco}, 20% de entrada.
A Que dia é bom?
L {dia} no fim da tarde
A {Dia}, às {hora}?
L combinado!
A Anotado! Já deixa separado o comprovante de renda, que adianta bastante. Até lá, {primeiro}!
L[document] comprovante-de-renda.pdf
A Recebido, fica aqui guardado pra equipe. 👏
`,
  `
@ conexao | Aguardando o nome | Quer trocar por um imóvel maior.
L {Vocês aceitam permuta? Tenho um ap de 2 quartos|Oi, queria trocar meu apê por um maior|Boa tarde! Dá pra dar meu imóvel como parte do pagamento?}
A Oi! Aqui é a Clara, da Aurora Imóveis. Em alguns casos dá sim, e a equipe avalia direitinho. Como você se chama?
@ inicializacao | Aguardando o que procura | {nome} quer dar o imóvel atual como parte do pagamento.
L {nome}, prazer
A Prazer, {primeiro}! Me conta do seu imóvel e do que você quer?
@ qualificacao | Em qualificação | {nome} tem 2 quartos quitado na {bairro} e quer um de {quartos} quartos, com lazer.
L O meu é 2 quartos na {bairro}, quitado. Quero {quartos} quartos com lazer, a família cresceu
A Parabéns pela família! E quanto você imagina que o seu vale hoje?
L {uns {preco}|vizinho vendeu por {preco}|não sei, faz tempo que não vejo}
A Vou pedir a avaliação. E até quanto pensa em completar?
L até uns 250 mil, financiando
@ pitch | Avaliação do imóvel atual | {nome} quer permuta: dá o de 2 quartos na {bairro} e completa até R$ 250 mil por um de {quartos} quartos.
A Então o caminho é: avaliação do seu, e já separo três opções com lazer completo. Posso pedir a avaliação pra esta semana?
L[audio] Pode! Mas de manhã, que à tarde eu busco as crianças.
@ agendamento | Avaliação: {dia}, às 9h30 | Avaliação do imóvel de {nome} na {bairro} {dia} às 9h30; depois, três opções com lazer.
A {Dia}, às 9h30, então?
L {ótimo|perfeito|tá marcado}
A Marcado, {primeiro}. Levo comigo a lista das três opções pra vocês já irem sonhando. 😊
`,
  `
# m
@ conexao | Aguardando resposta | Mandou áudio no primeiro contato.
L[audio]
A Recebi seu áudio! Por aqui eu ainda só consigo ler, então me conta por escrito, por favor: o que você procura?
@ inicializacao | Aguardando o nome | Procura imóvel para temporada de trabalho.
L {ah sim, desculpa! é que tô dirigindo. procuro ap mobiliado por 6 meses|opa, preciso de apartamento mobiliado, contrato curto|é pra temporada de trabalho, uns 6 meses}
A Sem problema. Mobiliado e por temporada, anotado! Como você se chama?
L {nome}
@ qualificacao | Em qualificação | {nome} procura mobiliado por 6 meses na {bairro}; a empresa paga até {aluguel}.
A Prazer, {primeiro}! Em que região vai ser o trabalho?
L {bairro}. a empresa paga até {aluguel}
A Ótimo, com a empresa pagando o contrato sai até mais rápido. Vem só você?
L eu e minha namorada
@ pitch | Aguardando aceite da visita | {nome} e a namorada: mobiliado na {bairro} por 6 meses, até {aluguel}, pago pela empresa.
A Tenho um {quartos} quartos mobiliado na {rua} que fica livre semana que vem. Quer ver?
L {quero, mas só consigo à noite|sim! dá pra fazer visita por vídeo?|pode ser amanhã?}
@ agendamento | Visita: {dia}, às 19h | {nome} vê o mobiliado da {rua} {dia} às 19h.
A Dá sim: {dia}, às 19h, fica bom?
L fica ótimo
A Combinado! A equipe te espera na portaria. Qualquer imprevisto, é só me chamar.
`,
]
