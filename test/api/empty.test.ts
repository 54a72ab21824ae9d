import t from 'tap'
t.test('nothing', async () => {})
