import t from 'tap'
import { addressFamily, isLoopback, isPublicUnicast, networkOf } from '../../../schemas/base/address.js'

t.test('public unicast', async (t) => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.167.255.255',
    '169.253.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2620:4f:8001::1',
    '3ffe::1',
  ])
    t.ok(isPublicUnicast(address), address)
})

t.test('everything else', async (t) => {
  for (const address of [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '64:ff9b:1:ffff::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4 ',
    'fe80::1%eth0',
    ':::',
    '1::2::3',
    '12345::',
    '2a00:1:2:3:4:5:6:7:8',
  ])
    t.notOk(isPublicUnicast(address), address)
})

t.test('families and loopback', async (t) => {
  t.same(['1.2.3.4', '::1', '1:2:3:4:5:6:7:8', '::1.2.3.4', 'a.example'].map(addressFamily), [4, 6, 6, 6, 0])
  t.same(['127.0.0.1', '127.9.9.9', '::1', '128.0.0.1', '::2', '::ffff:127.0.0.1'].map(isLoopback), [
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

t.test('an attempt counts for an IPv4 address, or for the /64 that one host may use freely', async (t) => {
  t.equal(networkOf('203.0.113.9'), '203.0.113.9')
  t.same(
    ['::ffff:203.0.113.9', '::FFFF:cb00:7109'].map(networkOf),
    ['203.0.113.9', '203.0.113.9'],
    'IPv4 within IPv6 is itself, not a /64 with all others',
  )
  t.same(
    ['2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:9', '2001:db8:0:1:2:3:4:5%eth0'].map(networkOf),
    Array.from({ length: 3 }, () => '2001:db8:0:1::/64'),
  )
  t.not(networkOf('2001:db8:0:2::1'), networkOf('2001:db8:0:1::1'), 'neighbouring networks are separate')
  t.equal(networkOf('::1'), '0:0:0:0::/64')
  t.equal(networkOf('not an address'), 'not an address')
})
