import { describe, expect, it } from 'vitest'
import { signInForm } from '../../calls/accounts/auth.ts'
import { optionalPhone } from '../../fields.ts'
import { extractDigits, extractPhoneSearchDigits, formatPhone, getPhoneForms, isPhone } from './phone.ts'
import {
  applyPhoneMask,
  detectPhoneCountry,
  getPhoneCountry,
  OTHER_COUNTRY,
  PHONE_COUNTRIES,
  toPhoneFieldValue,
} from './phone-country.ts'

const BR = getPhoneCountry('BR')
const US = getPhoneCountry('US')
const schema = signInForm.shape.phone
const messageOf = (value: string) => schema.safeParse(value).error?.issues[0]?.message
const digits = (count: number, first = '2') => first.padEnd(count, '3')

describe('schema', () => {
  it.each(['5511987654321', '+55 11 98765-4321', '+55119876abcde', '+', '', '++5511987654321', ' +5511987654321'])(
    'PHONE-11 refuses %j: a plus sign, then digits only',
    (value) => {
      expect(isPhone(value)).toBe(false)
    },
  )

  it('PHONE-12 CONST-19 takes 8 to 15 digits: 7 and 16 fail, 8 and 15 pass', () => {
    expect([7, 8, 15, 16].map((count) => isPhone(`+${digits(count)}`))).toEqual([false, true, true, false])
  })

  it.each([
    ['1', 10, 10],
    ['55', 10, 11],
    ['44', 10, 10],
    ['49', 10, 11],
    ['33', 9, 9],
    ['39', 9, 10],
    ['34', 9, 9],
    ['86', 11, 11],
    ['91', 10, 10],
    ['81', 10, 11],
    ['82', 9, 10],
  ])('PHONE-13 takes +%s with %i to %i digits', (dialCode, shortest, longest) => {
    expect(isPhone(`+${dialCode}${digits(shortest)}`)).toBe(true)
    expect(isPhone(`+${dialCode}${digits(longest)}`)).toBe(true)
  })

  it('PHONE-14 takes 8 to 15 digits that do not start with 0, whatever the country (G11: also short ones of a listed country)', () => {
    expect(isPhone('+35191234567')).toBe(true)
    expect(isPhone(`+55${digits(6)}`)).toBe(true)
    expect(isPhone(`+0${digits(9)}`)).toBe(false)
  })

  it("PHONE-15 says 'Telefone inválido.' of a phone that matches nothing, and nothing of one that does", () => {
    expect(messageOf('+551')).toBe('Telefone inválido.')
    expect(messageOf('+5511987654321')).toBeUndefined()
  })

  it('lets an optional phone be empty or blank, and refuses a wrong one', () => {
    expect(optionalPhone.parse('  ')).toBe('')
    expect(optionalPhone.parse(' +5511987654321 ')).toBe('+5511987654321')
    expect(optionalPhone.safeParse('123').success).toBe(false)
  })
})

describe('display', () => {
  it('PHONE-16 strips a leading 55 from 12 or 13 digits, and keeps the area code 55 (G16)', () => {
    expect(formatPhone('+5511987654321')).toBe('(11) 98765-4321')
    expect(formatPhone('551133334444')).toBe('(11) 3333-4444')
    expect(formatPhone('55999999999')).toBe('(55) 99999-9999')
    expect(formatPhone('5533334444')).toBe('(55) 3333-4444')
  })

  it('PHONE-17 shows 10 digits as (AA) NNNN-NNNN', () => {
    expect(formatPhone('1133334444')).toBe('(11) 3333-4444')
  })

  it('PHONE-18 shows 11 digits as (AA) NNNNN-NNNN', () => {
    expect(formatPhone('11987654321')).toBe('(11) 98765-4321')
  })

  it('shows other lengths with a plus sign and no mask, and nothing of no number', () => {
    expect(formatPhone('+442079460958')).toBe('+442079460958')
    expect(formatPhone(null)).toBe('')
    expect(formatPhone('')).toBe('')
  })
})

describe('search', () => {
  it('LIST-07 returns a Brazilian number with and without the ninth digit, its own form last', () => {
    expect(getPhoneForms('+55 31 99456-1234')).toEqual(['553194561234', '5531994561234'])
    expect(getPhoneForms('+553171234567')).toEqual(['5531971234567', '553171234567'])
    expect(getPhoneForms('+442079460958')).toEqual(['442079460958'])
    expect([getPhoneForms('x'), getPhoneForms(null)]).toEqual([[], []])
  })

  it('LIST-07 reads the digits of a typed phone without trunk zeros, and none of a text with letters', () => {
    expect(extractPhoneSearchDigits('\u202A+55 (31) 9456\u20111234\u202C')).toBe('553194561234')
    expect(extractPhoneSearchDigits('031 99456-1234')).toBe('31994561234')
    expect(extractPhoneSearchDigits('0055 31 9456-1234')).toBe('553194561234')
    expect(extractPhoneSearchDigits('0001')).toBe('0001')
    expect(['sala 101', '100%', ''].map(extractPhoneSearchDigits)).toEqual(['', '', ''])
    expect(extractPhoneSearchDigits('tel:+55-31-9456-1234')).toBe('553194561234')
  })
})

describe('countries', () => {
  it.each([
    ['US', '+1', '2025550123', '(202) 555-0123'],
    ['CA', '+1', '4165550123', '(416) 555-0123'],
    ['BR', '+55', '11987654321', '(11) 98765-4321'],
    ['BR', '+55', '1133334444', '(11) 3333-4444'],
    ['GB', '+44', '2079460958', '2079 460958'],
    ['DE', '+49', '30123456789', '301 23456789'],
    ['FR', '+33', '612345678', '6 12 34 56 78'],
    ['IT', '+39', '3123456789', '312 345 6789'],
    ['ES', '+34', '612345678', '612 345 678'],
    ['CN', '+86', '13812345678', '138 1234 5678'],
    ['IN', '+91', '9876543210', '98765 43210'],
    ['JP', '+81', '9012345678', '90 1234 5678'],
    ['JP', '+81', '90123456789', '901 2345 6789'],
    ['KR', '+82', '1012345678', '10 1234 5678'],
  ])('PHONE-03 gives %s the code %s and its mask', (code, dialCode, number, masked) => {
    const country = getPhoneCountry(code)
    expect(`+${country.dialCode}`).toBe(dialCode)
    expect(applyPhoneMask(number, country)).toBe(masked)
  })

  it('PHONE-06 asks each country for its least digits', () => {
    const least = Object.fromEntries(PHONE_COUNTRIES.map(({ code, min }) => [code, min]))
    expect(least).toEqual({ US: 10, CA: 10, BR: 10, GB: 10, DE: 10, FR: 9, IT: 9, ES: 9, CN: 11, IN: 10, JP: 10, KR: 9 })
    for (const country of PHONE_COUNTRIES) {
      const digits = '9'.repeat(country.min)
      expect(toPhoneFieldValue(digits.slice(1), country)).toBe(digits.slice(1))
      expect(toPhoneFieldValue(digits, country)).toBe(`+${country.dialCode}${digits}`)
    }
  })

  it('fills the mask from the left when the number is shorter, and shows every digit of a longer one (G15)', () => {
    expect(applyPhoneMask('312345678', getPhoneCountry('IT'))).toBe('312 345 678')
    expect(applyPhoneMask('1', BR)).toBe('(1')
    expect(applyPhoneMask('119876543219', BR)).toBe('119876543219')
  })

  it('offers the twelve countries of the specification in its order, and Brazil for an unknown one', () => {
    expect(PHONE_COUNTRIES.map(({ code }) => code).join(' ')).toBe('US CA BR GB DE FR IT ES CN IN JP KR')
    expect(getPhoneCountry('XX')).toBe(BR)
  })
})

describe('field', () => {
  it('emits nothing when empty, bare digits below the minimum, dial code and digits from it on (G35)', () => {
    expect(toPhoneFieldValue('', BR)).toBe('')
    expect(toPhoneFieldValue('119876543', BR)).toBe('119876543')
    expect(toPhoneFieldValue('1133334444', BR)).toBe('+551133334444')
    expect(toPhoneFieldValue('11987654321', BR)).toBe('+5511987654321')
  })

  it('emits bare digits past the maximum, which the schema refuses', () => {
    expect(toPhoneFieldValue('119876543210', BR)).toBe('119876543210')
    expect(messageOf(toPhoneFieldValue('119876543210', BR))).toBe('Telefone inválido.')
  })

  it('finds the country of a pasted number that starts with a known dial code', () => {
    expect(detectPhoneCountry('+44 2079 460958', BR)).toEqual({ country: getPhoneCountry('GB'), digits: '2079460958' })
    expect(detectPhoneCountry('0055 11 98765-4321', US)).toEqual({ country: BR, digits: '11987654321' })
    expect(detectPhoneCountry('5511987654321', BR)).toEqual({ country: BR, digits: '11987654321' })
  })

  it('keeps US or CA for +1 when one is selected, else takes US (G35)', () => {
    expect(detectPhoneCountry('+1 416 555 0123', getPhoneCountry('CA'))?.country.code).toBe('CA')
    expect(detectPhoneCountry('+1 416 555 0123', BR)?.country.code).toBe('US')
  })

  it('leaves a national number to the selected country', () => {
    expect(detectPhoneCountry('(11) 98765-4321', BR)).toBeNull()
    expect(detectPhoneCountry('texto', BR)).toBeNull()
  })

  it.each([
    '0 11 98888-1111',
    '(011) 98888-1111',
    '0 15 11 98888-1111',
    '0xx11 98888-1111',
    '+55 (011) 98888-1111',
    '+55 0 21 11 98888-1111',
    '55 011 98888-1111',
    '00 55 11 98888-1111',
    'tel:+55-11-98888-1111',
    'tel:+5511988881111',
    '\u202A+55 11 98888\u20111111\u202C',
    '\u200E\uFEFF+55\u00A011\u200B98888-1111\u2069',
    '+５５ １１ ９８８８８－１１１１',
    '０１１ ９８８８８ １１１１',
    'https://wa.me/5511988881111',
  ])('reads %j as a Brazilian number', (written) => {
    expect(detectPhoneCountry(written, BR)).toEqual({ country: BR, digits: '11988881111' })
  })

  it('removes a trunk zero before eight digits and before the ninth digit', () => {
    expect(detectPhoneCountry('0 11 3333-4444', BR)?.digits).toBe('1133334444')
    expect(detectPhoneCountry('0 31 11 3333-4444', BR)?.digits).toBe('1133334444')
  })

  it.each([
    ['GB', '020 7946 0958', '2079460958'],
    ['GB', '+44 (0)20 7946 0958', '2079460958'],
    ['FR', '06 12 34 56 78', '612345678'],
    ['JP', '090-1234-5678', '9012345678'],
    ['KR', '010-1234-5678', '1012345678'],
    ['DE', '+49 (0)30 12345678', '3012345678'],
  ])('removes the trunk zero in %s from %s', (code, written, national) => {
    expect(detectPhoneCountry(written, getPhoneCountry(code))).toEqual({ country: getPhoneCountry(code), digits: national })
  })

  it('keeps the zero of an Italian number, which is a part of it', () => {
    expect(detectPhoneCountry('+39 06 1234 5678', BR)).toEqual({ country: getPhoneCountry('IT'), digits: '0612345678' })
  })

  it.each([
    ['+351 912 345 678', '351912345678'],
    ['00351912345678', '351912345678'],
    ['tel:+351-912-345-678', '351912345678'],
    ['＋351 912 345 678', '351912345678'],
    ['+7 912 345-67-89', '79123456789'],
  ])('reads %s as a number of a country that is not listed', (written, digits) => {
    expect(detectPhoneCountry(written, BR)).toEqual({ country: OTHER_COUNTRY, digits })
    expect(isPhone(toPhoneFieldValue(digits, OTHER_COUNTRY))).toBe(true)
    expect(applyPhoneMask(digits, OTHER_COUNTRY)).toBe(`+${digits}`)
  })

  it.each([
    '0 11 98888-1111 2',
    '0 11 3333-4444 5',
    '119888811112',
    '(11) 98888-1111 / (11) 3333-4444',
    '(11) 3333-4444 ramal 12',
    '351912345678',
    '+351 912 345 678 901 234',
    '+351 91',
  ])('leaves every digit of %j, which then is no valid phone', (written) => {
    expect(detectPhoneCountry(written, BR)).toBeNull()
    expect(messageOf(toPhoneFieldValue(extractDigits(written), BR))).toBe('Telefone inválido.')
  })

  it.each([
    ['+55 11 98888-1111 2', BR, '119888811112'],
    ['+44 20 7946 0958 12', getPhoneCountry('GB'), '207946095812'],
  ])('keeps the surplus digits of %s, which is no valid phone', (written, country, digits) => {
    expect(detectPhoneCountry(written, BR)).toEqual({ country, digits })
    expect(messageOf(toPhoneFieldValue(digits, country))).toBe('Telefone inválido.')
  })

  it('reads a national number as Brazilian while another country is shown', () => {
    expect(detectPhoneCountry('0 11 98888-1111', OTHER_COUNTRY)).toEqual({ country: BR, digits: '11988881111' })
  })

  it('keeps digits only, full-width digits as ASCII digits', () => {
    expect(extractDigits('+55 (11) 9-8')).toBe('551198')
    expect(extractDigits('＋５５ １１')).toBe('5511')
  })
})
