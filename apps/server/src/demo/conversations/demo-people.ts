import { createShuffledDeck, type SeededRandom } from '../seeded-random.ts'

export interface DemoPerson {
  readonly gender: 'f' | 'm'
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly company: string
  readonly origin: string
}

const FEMALE_FIRST_NAMES =
  'Mariana Juliana Patrícia Camila Fernanda Letícia Aline Bruna Débora Tatiane Renata Cíntia Priscila Vanessa Luana Natália Simone Elaine Yasmin Isadora Rosângela Bianca Larissa Marlene Sueli Regiane Michele Dandara Jussara Iracema'.split(
    ' ',
  )
const MALE_FIRST_NAMES =
  'Rodrigo Thiago Gustavo Leandro Marcelo Diego Fábio Eduardo Vinícius Anderson Wesley Cláudio Murilo Sérgio Caetano Igor Renan Otávio Jonas Everton Maurício Adriano Wagner Luciano Edson Heitor Raul Nelson Ubirajara Davi'.split(
    ' ',
  )
const LAST_NAMES =
  'Oliveira Santos Ferreira Almeida Costa Ribeiro Carvalho Gomes Martins Araújo Barbosa Rocha Cardoso Teixeira Moreira Correia Nascimento Batista Freitas Vieira Monteiro Moura Cavalcanti Pinheiro Duarte Campos Rezende Guimarães Siqueira Assunção Peixoto Brandão Tavares Macedo Queiroz'.split(
    ' ',
  )
const COMPANIES = (
  'Padaria Sol Nascente;Studio Ipê;Contábil Horizonte;Açaí Vivo;Grupo Paineira;Ótica Lume;Ateliê Jacarandá;Rota Log;' +
  'Bike & Café;Escola Girassol;Mercadinho União;Pet Amigo;Brasa Nova;Tecidos Aroeira;Clube do Livro;Vértice Engenharia'
).split(';')
const ORIGINS = ['Instagram', 'Site', 'Indicação', 'Google', 'Facebook', 'Portal de imóveis', 'Fachada', 'QR Code']
const AREA_CODES = ['11', '11', '11', '11', '21', '31', '41', '19', '13', '51', '71', '85']

const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Creates fictitious people without duplicates. Their phone numbers are in a range that no operator assigns, and their e-mail domain is
 * reserved for examples.
 */
export const createPersonGenerator = (random: SeededRandom): ((gender: 'f' | 'm' | null, areaCode?: string) => DemoPerson) => {
  const decks = { f: createShuffledDeck(random, FEMALE_FIRST_NAMES), m: createShuffledDeck(random, MALE_FIRST_NAMES) }
  const last = createShuffledDeck(random, LAST_NAMES)
  const middle = createShuffledDeck(random, LAST_NAMES)
  const company = createShuffledDeck(random, COMPANIES)
  const origin = createShuffledDeck(random, ORIGINS)
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
      email: `${removeAccents(given)}.${removeAccents(family)}@example.com`,
      company: company(),
      origin: origin(),
    }
  }
}
