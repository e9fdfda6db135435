"""What a sentence says of who takes part is what their cards show."""

from probcalc.present.sentences.headline import headline
from probcalc.scenarios import registry


def test_the_sentence_of_every_ready_made_question_counts_who_is_on_the_cards():
    wrong, counted = [], 0
    for system in registry.systems():
        for ready in system.presets:
            answer = registry.answer(ready.scenario, ready.parameters)
            said = headline(answer).sentence
            numbers = {
                p.name: answer.scenario.value_of(p.name) for p in type(answer.scenario).parameters() if p.headcount
            }
            for party in answer.parties:
                own = next((n for name, n in numbers.items() if name.partition(".")[0] == party.key), None)
                if own is None or not party.named:
                    continue
                counted += 1
                told = {word for words in (party.subject, party.object) for word in words.split() if word.isdigit()}
                if told != ({str(own)} if own > 1 else set()) or (own > 1 and str(own) not in said.split()):
                    wrong.append((ready.scenario, ready.name, party.key, own, said))
    assert not wrong
    assert counted > 20
