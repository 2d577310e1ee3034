import { describe, expect, it } from 'vitest'
import { parseInvites } from './parse-invites.ts'

const read = async (text: string, domain = 'aurora.local') =>
  (await parseInvites(text, domain)).map(({ line, email, role, domain: where, problem }) => [line, email, role, where, problem])

describe('a list of people (INVITE-17)', () => {
  it('INVITE-17 is read with a header, by any usual separator, in any order of columns', async () => {
    const wanted = [[2, 'ana@x.com', 'admin', 'vitta.local', null]]
    expect(await read('\uFEFFE-mail;Papel;Domínio\nANA@x.com;Administrador;vitta.local')).toEqual(wanted)
    expect(await read('domain\trole\temail\nvitta.local\tadmin\tana@x.com\n')).toEqual(wanted)
  })

  it('INVITE-17 INVITE-03 is read without a header; what is left out has its default', async () => {
    expect(await read('ana@x.com\n\n"Bento Reis <bento@x.com>", operator\n')).toEqual([
      [1, 'ana@x.com', 'staff', 'aurora.local', null],
      [3, 'bento@x.com', 'operator', 'aurora.local', null],
    ])
  })

  it('INVITE-17 addresses on one line will do', async () => {
    expect((await read('ana@x.com, bia@x.com')).map(([line, email]) => [line, email])).toEqual([
      [1, 'ana@x.com'],
      [1, 'bia@x.com'],
    ])
  })

  it('INVITE-17 a line may have another separator than the one before', async () => {
    expect(await read('ana@x.com,admin\nbia@x.com;operator\ncaio@x.com\tadmin\tvitta.local\ndora@x.com; Operadora')).toEqual([
      [1, 'ana@x.com', 'admin', 'aurora.local', null],
      [2, 'bia@x.com', 'operator', 'aurora.local', null],
      [3, 'caio@x.com', 'admin', 'vitta.local', null],
      [4, 'dora@x.com', 'operator', 'aurora.local', null],
    ])
    expect(await read('e-mail;papel\nana@x.com,admin')).toEqual([[2, 'ana@x.com', 'admin', 'aurora.local', null]])
  })

  it('INVITE-17 says what is wrong with a line, and reads on', async () => {
    const problems = (await read('email,papel\nruim,admin\nana@x.com,chefe\nbia@x.com\nBIA@x.com', 'a.b')).map(
      ([, , , , why]) => why,
    )
    expect(problems).toEqual(['E-mail inválido.', 'Papel desconhecido: chefe.', null, 'Repetido na lista.'])
    expect((await read('ana@x.com', ''))[0]?.at(-1)).toBe('Falta a organização.')
  })

  it('is empty when the text is', async () => {
    expect(await read(' \n\n')).toEqual([])
    expect(await read('email,papel')).toEqual([])
  })
})
