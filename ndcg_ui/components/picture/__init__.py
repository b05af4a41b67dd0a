"""The picture that carries lessons 2 to 6: blocks of gain, from a card to NDCG."""
