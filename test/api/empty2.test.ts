import t from 'tap'
void t
