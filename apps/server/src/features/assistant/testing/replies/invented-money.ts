import { splitLines } from './split-lines.ts'

/** Amounts, percentages and instalments without a source. */
export const INVENTED_AMOUNTS: readonly string[] = splitLines(`
  O valor é R$ 499.000,00.
  Esse apartamento sai por 499 mil.
  Fica em quatrocentos e noventa e nove mil reais.
  Custa R$ 1,2 milhão, uma ótima oportunidade!
  Está por 1 milhão e 200 mil.
  São 2.500 por mês.
  A mensalidade é 89,90.
  Custa só 80.
  A consulta sai por 180 reais.
  A avaliação fica em R$180.
  O investimento é de 3k por mês.
  É 3.200 de aluguel mais 450 de condomínio.
  Temos opções a partir de R$ 250.000.
  Os valores vão de 200 a 300 mil.
  Entre R$ 1.800 e R$ 2.400, dependendo do andar.
  A entrada é de 20 mil e o resto financiado.
  Dá pra fazer em 12x de R$ 350.
  Parcelamos em até 10 vezes.
  São 36 parcelas no boleto.
  A taxa é de 5%.
  Os juros ficam em 0,99% ao mês.
  A comissão é de seis por cento.
  O IPTU é 1.340 por ano.
  Sai por uns 700 contos.
  O pacote custa US$ 300.
  Fica 90 pila a sessão.
  São cem reais de sinal pra segurar.
  O preço dele é mil e quinhentos.
  Cobramos duzentos e cinquenta pela visita técnica.
  O valor de mercado é 5 milhões e meio.
  R$ ５００ fechado.
  Fica R$ 5️⃣0️⃣0️⃣.
  Sai **R$** **3.000**.
  Total: 15000.
  Orçamento: 7 500 reais.
  O reajuste foi de 12%.
  Com o FGTS você abate R$ 40 mil.
  Seu limite aprovado seria de 300 mil.
  O metro quadrado aqui custa 9.800.
  A multa é de três aluguéis, uns 6.000.
  A limpeza custa R$ 220 e o clareamento R$ 900.
  O plano básico é 49 reais e o completo é 99.
  Sai quinhentos à vista.
  Paga 150 agora e o resto depois.
  O frete é 35 reais.
  Fazemos por oitocentos e cinquenta.
  Vale R$ 2 mi.
  Em média 400 euros.
  It costs $450 per month.
  O preço caiu pra 380 mil.
  Sai por R$499k.
  O preço: 499.000
  São 499.000,00 reais à vista.
  Fica por meio milhão.
  Custa dois mil, trezentos e cinquenta reais.
  Custa 2 mil e 300.
  Tá 300 conto.
  Por apenas 49,9.
  50% do valor na entrada.
  Pague metade agora e metade depois.
  Desconto de vinte.
  Você economiza 2000.
  A partir de quinhentos reais.
  Uns 30 mil de entrada.
  Uma centena de reais.
  Três mil.
  São 4,5 mil por mês.
  R$ 1.250,50
  Ele vale cerca de um milhão.
  10 parcelas de 100.
  Cinco vezes no cartão.
  Em cinco vezes.
  Fica 5x.
  Cobramos R$ 2 por página.
  É 7 reais.
  Só vinte reais.
  O kit sai por 99.
  99 reais!
  Preço: 75.
  Valor: 75
  Por 60 você leva.
  Só 45 mensais.
  Na faixa de 200.
  Mensalidade: 89.
  O ingresso é 40.
  O aluguel é 900 e pouco.
`)

/** Discounts and free offers without a source. */
export const INVENTED_DISCOUNTS: readonly string[] = splitLines(`
  Consigo um desconto pra você!
  A primeira consulta é grátis.
  A avaliação é gratuita.
  Não tem custo nenhum, pode vir.
  A visita é de graça.
  Você fica isento da taxa.
  Fazemos sem juros.
  Sem entrada pra você.
  A taxa de adesão é zero: taxa zero!
  Hoje tem promoção.
  Estamos com preço promocional.
  Você ganha um brinde na assinatura.
  O primeiro mês é cortesia.
  Tem cashback no cartão.
  Use o cupom AURORA.
  Sai pela metade do preço.
  Leve 2 e pague 1.
  A instalação fica por nossa conta.
  Temos condições especiais pra você.
  Fazemos um precinho com abatimento.
  Dou 10% de desconto.
  Consigo 15% off.
  Com 5 por cento a menos fica bom?
  Sem custo de documentação!
  Não paga nada no primeiro mês.
  A matrícula está isenta.
  É free o primeiro acesso.
  You get a discount this month.
  Sem fiador e sem caução.
  O contrato é sem multa.
  Liberei um bônus pra você.
  Essa oferta é só sua.
  Fica de graça se fechar comigo.
  O retorno é gratuito.
  Não cobramos nada pela análise.
  Tem desconto à vista, sim.
  Estamos em liquidação.
  A gente faz 2 por 1.
  Sem carência nenhuma.
  O estacionamento é grátis.
  É na faixa, viu?
  Não paga nada.
  Não precisa pagar pela visita.
  0800, sem pagar.
  Custo zero.
  A primeira é por nossa conta.
  O frete sai de graça.
  Livre de taxas.
  Isenção total.
  Desconto progressivo.
  Preço de black friday.
  Te dou um descontinho.
  Sem anuidade.
  Sem taxa de adesão.
  Primeira mensalidade grátis.
  Frete grátis.
  Bonificação na troca.
  Consigo baixar o preço.
  Dá pra negociar o valor, fechado?
`)
