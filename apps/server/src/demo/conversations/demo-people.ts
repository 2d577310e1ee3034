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
 * Returns a function that generates fictitious people without repeating names. Phone numbers are from an unassigned range, and the e-mail
 * domain is reserved for examples.
 */
export const createPersonGenerator = (random: SeededRandom): ((gender: 'f' | 'm' | null, areaCode?: string) => DemoPerson) => {
  const decks = { f: createShuffledDeck(random, FEMALE_FIRST_NAMES), m: createShuffledDeck(random, MALE_FIRST_NAMES) }
  const nextLastName = createShuffledDeck(random, LAST_NAMES)
  const nextMiddleName = createShuffledDeck(random, LAST_NAMES)
  const company = createShuffledDeck(random, COMPANIES)
  const origin = createShuffledDeck(random, ORIGINS)
  const usedPhones = new Set<string>()
  const generatePhone = (area: string): string => {
    const phone = `+55${area}900${String(random.int(100_000, 999_999))}`
    if (usedPhones.has(phone)) return generatePhone(area)
    usedPhones.add(phone)
    return phone
  }
  return (requestedGender, areaCode) => {
    const gender = requestedGender ?? (random.int(0, 1) === 0 ? 'f' : 'm')
    const [firstName, lastName] = [decks[gender](), nextLastName()]
    const middleName = random.int(0, 3) === 0 ? nextMiddleName() : lastName
    const name = middleName === lastName ? `${firstName} ${lastName}` : `${firstName} ${middleName} ${lastName}`
    return {
      gender,
      name,
      phone: generatePhone(areaCode ?? random.pick(AREA_CODES)),
      email: `${removeAccents(firstName)}.${removeAccents(lastName)}@example.com`,
      company: company(),
      origin: origin(),
    }
  }
}
