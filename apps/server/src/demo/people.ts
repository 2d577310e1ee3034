import { deckOf, type Random } from './random.ts'

export interface Person {
  readonly gender: 'f' | 'm'
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly company: string
  readonly origin: string
}

const FIRST_F =
  'Mariana Juliana Patrícia Camila Fernanda Letícia Aline Bruna Débora Tatiane Renata Cíntia Priscila Vanessa Luana Natália Simone Elaine Yasmin Isadora Rosângela Bianca Larissa Marlene Sueli Regiane Michele Dandara Jussara Iracema'.split(
    ' ',
  )
const FIRST_M =
  'Rodrigo Thiago Gustavo Leandro Marcelo Diego Fábio Eduardo Vinícius Anderson Wesley Cláudio Murilo Sérgio Caetano Igor Renan Otávio Jonas Everton Maurício Adriano Wagner Luciano Edson Heitor Raul Nelson Ubirajara Davi'.split(
    ' ',
  )
const LAST =
  'Oliveira Santos Ferreira Almeida Costa Ribeiro Carvalho Gomes Martins Araújo Barbosa Rocha Cardoso Teixeira Moreira Correia Nascimento Batista Freitas Vieira Monteiro Moura Cavalcanti Pinheiro Duarte Campos Rezende Guimarães Siqueira Assunção Peixoto Brandão Tavares Macedo Queiroz'.split(
    ' ',
  )
const COMPANIES = (
  'Padaria Sol Nascente;Studio Ipê;Contábil Horizonte;Açaí Vivo;Grupo Paineira;Ótica Lume;Ateliê Jacarandá;Rota Log;' +
  'Bike & Café;Escola Girassol;Mercadinho União;Pet Amigo;Brasa Nova;Tecidos Aroeira;Clube do Livro;Vértice Engenharia'
).split(';')
const ORIGINS = ['Instagram', 'Site', 'Indicação', 'Google', 'Facebook', 'Portal de imóveis', 'Fachada', 'QR Code']
const AREA_CODES = ['11', '11', '11', '11', '21', '31', '41', '19', '13', '51', '71', '85']

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Creates fictitious people without duplicates. Their phone numbers are in a range that no operator assigns, and their e-mail domain is
 * reserved for examples.
 */
export const peopleOf = (random: Random): ((gender: 'f' | 'm' | null, areaCode?: string) => Person) => {
  const decks = { f: deckOf(random, FIRST_F), m: deckOf(random, FIRST_M) }
  const last = deckOf(random, LAST)
  const middle = deckOf(random, LAST)
  const company = deckOf(random, COMPANIES)
  const origin = deckOf(random, ORIGINS)
  const numbers = new Set<string>()
  const number = (area: string): string => {
    const phone = `+55${area}900${String(random.int(100_000, 999_999))}`
    if (numbers.has(phone)) return number(area)
    numbers.add(phone)
    return phone
  }
  return (wanted, areaCode) => {
    const gender = wanted ?? (random.int(0, 1) === 0 ? 'f' : 'm')
    const [given, family] = [decks[gender](), last()]
    const between = random.int(0, 3) === 0 ? middle() : family
    const name = between === family ? `${given} ${family}` : `${given} ${between} ${family}`
    return {
      gender,
      name,
      phone: number(areaCode ?? random.pick(AREA_CODES)),
      email: `${plain(given)}.${plain(family)}@example.com`,
      company: company(),
      origin: origin(),
    }
  }
}
